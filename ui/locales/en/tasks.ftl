## Tasks
tasks = Tasks
tasks-running = { $count ->
    [one] { $count } running
   *[other] { $count } running
}
tasks-lead = Calls that take long: those that a server continues as a task, and those that you moved to the background. The result joins its conversation when it comes.
tasks-none = No tasks
tasks-reading = Reading the tasks
task-needs-input = Waits for your input
task-since = Since { $time }
task-conversation = Its conversation
task-alone = Not part of a conversation
