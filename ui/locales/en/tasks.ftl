## Tasks
tasks = Tasks
tasks-running = { $count ->
    [one] { $count } running
   *[other] { $count } running
}
tasks-lead = Long calls that a server continues as a task, or that you moved to the background. Each result appears in its conversation as soon as it arrives.
tasks-none = No tasks
tasks-reading = Reading the tasks
task-needs-input = Waits for your input
task-since = Since { $time }
task-conversation = Its conversation
task-alone = Not part of a conversation
