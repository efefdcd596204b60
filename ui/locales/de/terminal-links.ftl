### Links in the terminal program. Only Rust uses them.

terminal-links-on = Ihre Arbeitsumgebung öffnet innkeeper:-Links mit Innkeeper.
terminal-links-off = Ihre Arbeitsumgebung öffnet innkeeper:-Links nicht mit Innkeeper.
terminal-links-elsewhere = Ihre Arbeitsumgebung öffnet innkeeper:-Links mit Innkeeper an einem anderen Ort. `links register` ändert das auf diesen.
terminal-links-other = Ihre Arbeitsumgebung öffnet innkeeper:-Links mit einem anderen Programm: { $name }
terminal-links-no-window = Es gibt kein Fenster, das Links öffnen könnte: { $path } fehlt.
