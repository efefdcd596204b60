## Tasks
tasks = Aufgaben
tasks-running = { $count ->
    [one] { $count } läuft
   *[other] { $count } laufen
}
tasks-lead = Hier stehen lange Aufrufe, die ein Server als Aufgabe fortsetzt oder die Sie in den Hintergrund verschoben haben. Jedes Ergebnis erscheint in seiner Unterhaltung, sobald es da ist.
tasks-none = Keine Aufgaben
tasks-reading = Die Aufgaben werden gelesen
task-needs-input = Wartet auf Ihre Eingabe
task-since = Seit { $time }
task-conversation = Zur Unterhaltung
task-alone = Gehört zu keiner Unterhaltung
