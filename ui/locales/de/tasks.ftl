## Tasks
tasks = Aufgaben
tasks-running = { $count ->
    [one] { $count } läuft
   *[other] { $count } laufen
}
tasks-lead = Lange Aufrufe: solche, die ein Server als Aufgabe fortsetzt, und solche, die Sie in den Hintergrund verschoben haben. Das Ergebnis kommt zu seiner Unterhaltung hinzu, sobald es da ist.
tasks-none = Keine Aufgaben
tasks-reading = Die Aufgaben werden gelesen
task-needs-input = Wartet auf Ihre Eingabe
task-since = Seit { $time }
task-conversation = Zur Unterhaltung
task-alone = Gehört zu keiner Unterhaltung
