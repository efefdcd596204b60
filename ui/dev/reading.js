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
  const diagram = `
This is how an invoice is paid:

\`\`\`mermaid
flowchart TD
  A[Invoice arrives] --> B{Known supplier?}
  B -- yes --> C[Match with the order]
  B -- no --> D[Ask Maja]
  D --> C
  C --> E((Paid))
  subgraph Archive
    E --> F[(Ledger)]
  end
\`\`\`

And this is who talks to whom:

\`\`\`mermaid
sequenceDiagram
  participant M as Model
  participant I as Innkeeper
  participant S as Server
  M->>I: call read_folder
  Note over I: asks you
  I->>S: the approved request
  S-->>I: result
  I-->>M: result
\`\`\`

This one is not finished:

\`\`\`mermaid
flowchart TD
  A[Invoice --> B{
\`\`\`
`;
  const diff = `--- a/archive/settings.toml
+++ b/archive/settings.toml
@@ -1,4 +1,4 @@
 [database]
-isolation = "read committed"
+isolation = "repeatable read"
 timeout = 5
`;
  const table = JSON.stringify({
    invoices: Array.from({ length: 250 }, (_, i) => ({ no: `F-2026-${400 + i}`, supplier: i % 3 ? "Lindqvist & Bergström Byggnadsvård AB" : "Umeå Energi", due: "2026-11-30", amount: 48250.5 + i, paid: i % 4 === 0, ...(i % 5 === 0 && { note: "Reminded twice by letter, then by phone" }) })),
  });
  window.fakeReading = { math, diagram, diff, table };
})();
