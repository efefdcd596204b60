const line = document.createElement("h1");
line.textContent = "Nothing is here, in a line that is long enough to be seen.";
document.body.append(line);
requestAnimationFrame(() => requestAnimationFrame(() => void window.__TAURI__.core.invoke("painted")));
