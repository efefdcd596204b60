// Answers with formulas, diagrams and differences, and a table among structured content.
(() => {
  const math = String.raw`
## How the late fee grows

With a yearly rate $r$ and a fee $F_0$, the fee after $n$ months is \(F_n = F_0\left(1 + \frac{r}{12}\right)^n\). One month costs $5 and two cost $6.

$$
\sum_{i=1}^{n} F_i
= F_0 \, \frac{\left(1 + \frac{r}{12}\right)^{n+1} - 1}{\frac{r}{12}}
- F_0
$$

- In the limit of a continuous rate: $\lim_{m\to\infty} (1 + \tfrac{r}{m})^{mt} = e^{rt}$
- With a payment in each month:

  \[
  \begin{aligned} B_{k+1} &= B_k\left(1 + \tfrac{r}{12}\right) - p \\ B_0 &= F_0 \end{aligned}
  \]

| Case | Fee |
|---|--:|
| on time | $0$ |
| late | $F_0\sqrt{1 + r^2}$ |

$$
f(x) = \begin{cases} x^2 & \text{if } x \ge 0 \\ -x & \text{otherwise} \end{cases} \qquad
A = \begin{pmatrix} a & b \\ c & d \end{pmatrix}, \quad \hat{y} = \operatorname*{arg\,max}_{\theta} \mathcal{L}(\theta) \in \mathbb{R}^n, \quad \int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi}
$$

What cannot be read stays as it is: $\frac{1$ and $\unknown{x}$.
`;
  window.fakeReading = { math };
})();
