// The main window's way to the host. Only this folder knows how commands and events travel.

import { Channel } from "@tauri-apps/api/core";
import { ask } from "./ask";
import {
  commands,
  type ImportChoice,
  type AddBundle,
  type AddRemoteServer,
  type AddServer,
  type Appearance,
  type AttachmentChoice,
  type AttachmentFor,
  type AuditQuery,
  type CompleteFor,
  type ConfinementChoiceView,
  type EraChoiceView,
  type DropView,
  type Event as HostEvent,
  type ConversationProgress,
  type FeatureView,
  type GivenValue,
  type HelpPage,
  type LimitKey,
  type LogLevelView,
  type ModelNotesView,
  type ProposedRule,
  type PasteField,
  type RegistryChoice,
  type ProjectSettingsView,
  type ProposeProvider,
  type SaveFormat,
  type SearchFilterView,
  type SendMessage,
  type ServerBoundKey,
  type TrafficBatchView,
  type TryCall,
  type TuningView,
  type UpdateSetting,
} from "./bindings";

export type { HostEvent };

const ANYWHERE: SearchFilterView = { project: null, server: null, since_ms: null, until_ms: null };

/** Every command that the main window may use. Each throws a `Failure`. */
export const host = {
  state: () => ask(commands.state()),
  /** Calls `receive` for each event from now on. */
  watch: (receive: (event: HostEvent) => void) => {
    const channel = new Channel<HostEvent>();
    channel.onmessage = receive;
    return ask(commands.watch(channel));
  },
  painted: () => ask(commands.painted()),
  /** Reads what was pasted into a field of a server's form. Nothing is added or started by it. */
  serversPasted: (text: string, field: PasteField, command: string) => ask(commands.serversPasted(text, field, command)),
  /** The link that the desktop opened, once, as pasted text. Nothing is added or started by it. */
  linkTake: () => ask(commands.linkTake()),
  /** What the desktop does with `innkeeper:` links. */
  linksState: () => ask(commands.linksState()),
  linksSet: (on: boolean) => ask(commands.linksSet(on)),
  /** Uses the registry at an address; waits for the answer of the consent window. */
  registryUse: (address: string) => ask(commands.registryUse(address)),
  registryStop: () => ask(commands.registryStop()),
  /** Pages count from 0. */
  registrySearch: (search: string, page: number) => ask(commands.registrySearch(search, page)),
  /** One version of a server, the latest if none is named. */
  registryEntry: (name: string, version: string | null) => ask(commands.registryEntry(name, version)),
  /** Fills in the form. Nothing is added or started by it. */
  registryFill: (choice: RegistryChoice) => ask(commands.registryFill(choice)),
  /** Opens the system's own dialog; yields the folder that was chosen, or `null` when it was closed. */
  serversFolder: () => ask(commands.serversFolder()),
  /** Opens the system's own dialog for a bundle; `null` when it was closed. */
  bundleChoose: () => ask(commands.bundleChoose()),
  /** The bundle that was dropped on the window; `null` if there is none. */
  bundleDropped: () => ask(commands.bundleDropped()),
  /** Downloads the bundle that an entry of the registry names. */
  bundleDownload: (choice: RegistryChoice) => ask(commands.bundleDownload(choice)),
  /** Stops that, and removes what was downloaded. */
  bundleForget: () => ask(commands.bundleForget()),
  /** Opens the system's own dialog for a file that an option of a bundle wants. */
  bundleFile: () => ask(commands.bundleFile()),
  /** Adds the bundle that was opened last. */
  bundleAdd: (bundle: AddBundle) => ask(commands.bundleAdd(bundle)),
  bundleUpdate: (server: string, bundle: AddBundle) => ask(commands.bundleUpdate(server, bundle)),
  /** `pasted` names the values that came with what was pasted into the form. */
  serversAdd: (server: AddServer, pasted: string | null) => ask(commands.serversAdd(server, pasted)),
  serversChange: (id: string, to: AddServer) => ask(commands.serversChange(id, to)),
  serversAddRemote: (server: AddRemoteServer, pasted: string | null) => ask(commands.serversAddRemote(server, pasted)),
  serversChangeRemote: (id: string, to: AddRemoteServer) => ask(commands.serversChangeRemote(id, to)),
  serversSwitch: (id: string, enabled: boolean) => ask(commands.serversSwitch(id, enabled)),
  /** Switching on waits for the answer of the consent window. */
  serversAsks: (id: string, feature: FeatureView, on: boolean) => ask(commands.serversAsks(id, feature, on)),
  /** The server restarts; what widens its sandbox is reviewed in the consent window first. */
  /** Asks in the consent window whether the server may run without a sandbox. */
  serverUnconfine: (id: string) => ask(commands.serverUnconfine(id)),
  /** The server restarts. */
  serverEraChoose: (id: string, choice: EraChoiceView) => ask(commands.serverEraChoose(id, choice)),
  packageShow: (id: string) => ask(commands.packageShow(id)),
  packageUpdate: (id: string) => ask(commands.packageUpdate(id)),
  packageBack: (id: string, lock: string) => ask(commands.packageBack(id, lock)),
  packageCancel: (id: string) => ask(commands.packageCancel(id)),
  packageFetch: (id: string, fetches: boolean) => ask(commands.packageFetch(id, fetches)),
  trialRunShow: (id: string) => ask(commands.trialRunShow(id)),
  trialRunStart: (id: string) => ask(commands.trialRunStart(id)),
  trialRunEnd: (id: string) => ask(commands.trialRunEnd(id)),
  /** Waits for the answer of the consent window. */
  trialRunAllow: (id: string, key: string) => ask(commands.trialRunAllow(id, key)),
  packagesShow: () => ask(commands.packagesShow()),
  packagesRemoveUnused: () => ask(commands.packagesRemoveUnused()),
  serverConfine: (id: string, choice: ConfinementChoiceView) => ask(commands.serverConfine(id, choice)),
  toolsSwitch: (id: string, tool: string, enabled: boolean) => ask(commands.toolsSwitch(id, tool, enabled)),
  importPlaces: () => ask(commands.importPlaces()),
  importPlace: (path: string) => ask(commands.importPlace(path)),
  importText: (text: string) => ask(commands.importText(text)),
  /** Opens the system's own dialog; yields `null` when it was closed. */
  importOpen: () => ask(commands.importOpen()),
  importAdd: (id: string, choice: ImportChoice) => ask(commands.importAdd(id, choice)),
  serversStart: (id: string) => ask(commands.serversStart(id)),
  serversStop: (id: string) => ask(commands.serversStop(id)),
  serversInstructions: (id: string, on: boolean) => ask(commands.serversInstructions(id, on)),
  serversSleep: (id: string) => ask(commands.serversSleep(id)),
  serversRestart: (id: string) => ask(commands.serversRestart(id)),
  /** Signs in: it is reviewed in the consent window before a browser opens. How far it is stands in the server's view. */
  signIn: (id: string) => ask(commands.signIn(id)),
  /** Enters a client of the user's own in the consent window; yields the issuer it is for. */
  signInClient: (id: string) => ask(commands.signInClient(id)),
  signInCancel: (id: string) => ask(commands.signInCancel(id)),
  /** Takes the address that a browser elsewhere came back with. */
  signInPaste: (id: string, callback: string) => ask(commands.signInPaste(id, callback)),
  /** Deletes the tokens, tells the place where one signed in, and ends the connection; yields whether it could be told. */
  signOut: (id: string) => ask(commands.signOut(id)),
  /** Adds a copy that is not started; yields it. */
  serversDuplicate: (id: string) => ask(commands.serversDuplicate(id)),
  /** Stops and hides a server; it can be restored until it is forgotten. */
  serversRemove: (id: string) => ask(commands.serversRemove(id)),
  serversRestore: (id: string) => ask(commands.serversRestore(id)),
  serversForget: (id: string) => ask(commands.serversForget(id)),
  serverPage: (id: string) => ask(commands.serverPage(id)),
  /** Moves a bound of one server, or puts it back with `null`; yields what was chosen and when it holds. */
  serverBoundSet: (id: string, key: ServerBoundKey, value: number | null) =>
    ask(commands.serverBoundSet(id, key, value)),
  /** Yields how long the answer took, in milliseconds. */
  serverPing: (id: string) => ask(commands.serverPing(id)),
  /** A tool in full, by its `key`. */
  serverTool: (id: string, tool: string) => ask(commands.serverTool(id, tool)),
  /** Calls a tool once; it is asked about in the consent window. Yields how the call ended. */
  /** Waits for the answer of the consent window; yields whether the change was accepted. */
  changeReview: (id: string, tool: string | null) => ask(commands.changeReview(id, tool)),
  newToolsReview: (id: string) => ask(commands.newToolsReview(id)),
  toolTry: (id: string, tool: string, argumentsJson: string) => ask(commands.toolTry(id, tool, argumentsJson)),
  resourcesList: (id: string) => ask(commands.resourcesList(id)),
  resourceRead: (id: string, uri: string) => ask(commands.resourceRead(id, uri)),
  /** The URI that a template makes of these values; nothing is sent. */
  resourceExpand: (id: string, template: string, values: GivenValue[]) =>
    ask(commands.resourceExpand(id, template, values)),
  resourceSubscribe: (id: string, uri: string, on: boolean) => ask(commands.resourceSubscribe(id, uri, on)),
  promptsList: (id: string) => ask(commands.promptsList(id)),
  promptGet: (id: string, name: string, values: GivenValue[]) => ask(commands.promptGet(id, name, values)),
  /** Values the server proposes for an argument; `context` are the others given so far. */
  complete: (id: string, reference: CompleteFor, argument: GivenValue, context: GivenValue[]) =>
    ask(commands.complete(id, reference, argument, context)),
  /** The rows of the log after `after`; the next row is then told once, by the event `server_logged`. */
  serverLogPage: (id: string, after: number) => ask(commands.serverLogPage(id, after)),
  logLevelSet: (id: string, level: LogLevelView) => ask(commands.logLevelSet(id, level)),
  /** Calls `receive` with what is kept, then with what passes, until `trafficUnwatch`. */
  trafficWatch: (id: string, receive: (batch: TrafficBatchView) => void) => {
    const channel = new Channel<TrafficBatchView>();
    channel.onmessage = receive;
    return ask(commands.trafficWatch(id, channel));
  },
  trafficUnwatch: (id: string) => ask(commands.trafficUnwatch(id)),
  /** One message in full, by its `seq`. */
  trafficMessage: (id: string, seq: number) => ask(commands.trafficMessage(id, seq)),
  /** Resolves once the question was answered with yes; fails with the code `denied` for a no. */
  providersPropose: (provider: ProposeProvider) => ask(commands.providersPropose(provider)),
  providersRemove: (id: string) => ask(commands.providersRemove(id)),
  /** Asks again, in conversations where nothing was answered, before tool results go there. */
  providersAskAgain: (id: string) => ask(commands.providersAskAgain(id)),
  /** Keeps what the user knows of a model. */
  modelNotes: (id: string, model: string, notes: ModelNotesView) => ask(commands.modelNotes(id, model, notes)),
  /** What is known of each model of an endpoint. */
  modelFacts: (id: string) => ask(commands.modelFacts(id)),
  modelFavourite: (id: string, model: string, on: boolean) => ask(commands.modelFavourite(id, model, on)),
  /** What requests of the last days took, today included; of all days for `null`. */
  spending: (days: number | null) => ask(commands.spending(days)),
  /** What a server may spend of the user's model, and what it spent. */
  samplingPage: (server: string) => ask(commands.samplingPage(server)),
  /** Whether answers of a model are reviewed before a server has them; no longer once the consent window said yes. */
  samplingReview: (server: string, on: boolean) => ask(commands.samplingReview(server, on)),
  /** Requests a minute and tokens a day; more once the consent window said yes. */
  samplingBudget: (server: string, minute: number, day: number) => ask(commands.samplingBudget(server, minute, day)),
  providersModels: (id: string) => ask(commands.providersModels(id)),
  /** Starts the sample server too: its launch is reviewed in the consent window. */
  tourStart: () => ask(commands.tourStart()),
  tourLooked: () => ask(commands.tourLooked()),
  tourEnd: () => ask(commands.tourEnd()),
  /** The folders of a server. */
  roots: (server: string) => ask(commands.roots(server)),
  rootsSuggested: (server: string) => ask(commands.rootsSuggested(server)),
  /** Opens the system's own dialog, then asks in the consent window; yields `false` when the dialog was closed. */
  rootPick: (server: string) => ask(commands.rootPick(server)),
  /** Asks about a folder in the consent window. */
  rootPropose: (server: string, path: string) => ask(commands.rootPropose(server, path)),
  /** Asks in the consent window which pending changes of a folder to apply; yields what became of them. */
  stagedReview: (server: string, path: string) => ask(commands.stagedReview(server, path)),
  rootRevoke: (server: string, path: string) => ask(commands.rootRevoke(server, path)),
  /** The private folder of a local server, with its size. */
  privateFolder: (server: string) => ask(commands.privateFolder(server)),
  /** Stops the server and deletes what it keeps there. */
  privateFolderClear: (server: string) => ask(commands.privateFolderClear(server)),
  /** The hosts that a confined server may reach, and its connections. */
  reach: (server: string) => ask(commands.reach(server)),
  /** Asks about a host with its port in the consent window. */
  reachPropose: (server: string, to: string) => ask(commands.reachPropose(server, to)),
  heldData: (server: string) => ask(commands.heldData(server)),
  heldDataForget: (server: string) => ask(commands.heldDataForget(server)),
  reachRevoke: (server: string, to: string) => ask(commands.reachRevoke(server, to)),
  /** Everything the user decided to last. */
  rules: () => ask(commands.rules()),
  /** One rule, revoked or not. */
  rule: (id: string) => ask(commands.rule(id)),
  /** Makes rules; resolves for those that allow once the consent window said yes. */
  rulePropose: (proposed: ProposedRule) => ask(commands.rulePropose(proposed)),
  /** Revokes a rule; one that denies or asks goes once the consent window said yes. */
  ruleRevoke: (id: string) => ask(commands.ruleRevoke(id)),
  /** Takes a revocation back; one that allows once the consent window said yes. */
  ruleRestore: (id: string) => ask(commands.ruleRestore(id)),
  /** What a call would meet. Nothing is sent. */
  ruleTry: (tried: TryCall) => ask(commands.ruleTry(tried)),
  /** Gives a tool a tier, or takes it back with `null`; a lower one once the consent window said yes. */
  toolTier: (server: string, tool: string, tier: number | null) => ask(commands.toolTier(server, tool, tier)),
  /** Takes back the tier of one definition of a tool. */
  tierForget: (server: string, tool: string, definition: string) => ask(commands.tierForget(server, tool, definition)),
  serverTrust: (server: string, trusted: boolean) => ask(commands.serverTrust(server, trusted)),
  pairGuard: (from: string, to: string, on: boolean) => ask(commands.pairGuard(from, to, on)),
  serverUnmute: (conversation: string, server: string) => ask(commands.serverUnmute(conversation, server)),
  /** Lets rules allow again after everything was stopped, once the consent window said yes. */
  rulesResume: () => ask(commands.rulesResume()),
  /** Waits for the answer of the consent window. */
  permissionsReview: () => ask(commands.permissionsReview()),
  /** Rows of the audit log, newest first. A search through a long log ends early: `next` says where it goes on. */
  auditPage: (query: AuditQuery) => ask(commands.auditPage(query)),
  /** One row in full. */
  auditRow: (seq: number) => ask(commands.auditRow(seq)),
  auditCheck: () => ask(commands.auditCheck()),
  /** Opens the system's own dialog; yields `null` when it was closed. */
  auditSave: () => ask(commands.auditSave()),
  conversationsSearch: (text: string, filter: SearchFilterView = ANYWHERE) => ask(commands.conversationsSearch(text, filter)),
  modelsFound: () => ask(commands.modelsFound()),
  /** Sends a message; yields its conversation. */
  chatSend: (message: SendMessage) => ask(commands.chatSend(message)),
  /** Opens the system's own dialog and looks at the files; empty when it was closed. */
  attachmentPick: (to: AttachmentFor) => ask(commands.attachmentPick(to)),
  /** Calls `receive` when files are dragged over the window, leave it, or are dropped on it. */
  attachmentDrops: (receive: (drop: DropView) => void) => {
    const channel = new Channel<DropView>();
    channel.onmessage = receive;
    return ask(commands.attachmentDrops(channel));
  },
  /** Looks at the files that were dropped last. */
  attachmentDropped: (to: AttachmentFor) => ask(commands.attachmentDropped(to)),
  /** Looks at something pasted, in base64. */
  attachmentPaste: (name: string, data: string, to: AttachmentFor) => ask(commands.attachmentPaste(name, data, to)),
  /** Reads a resource through its server, and looks at it. */
  attachmentResource: (server: string, uri: string, to: AttachmentFor) =>
    ask(commands.attachmentResource(server, uri, to)),
  /** Finds files in the granted folders. */
  attachmentFind: (words: string) => ask(commands.attachmentFind(words)),
  attachmentFound: (file: string, to: AttachmentFor) => ask(commands.attachmentFound(file, to)),
  attachmentsRecent: (to: AttachmentFor) => ask(commands.attachmentsRecent(to)),
  /** Attaches something that was attached before. */
  attachmentAgain: (attachment: string, to: AttachmentFor) => ask(commands.attachmentAgain(attachment, to)),
  attachmentAdd: (inspected: string, to: AttachmentFor, choice: AttachmentChoice, pinned: boolean) =>
    ask(commands.attachmentAdd(inspected, to, choice, pinned)),
  /** Removes one that waits, or unpins one. */
  attachmentRemove: (attachment: string) => ask(commands.attachmentRemove(attachment)),
  /** What waits in a composer, and what is pinned. */
  attachmentsOpen: (to: AttachmentFor) => ask(commands.attachmentsOpen(to)),
  attachmentContent: (attachment: string) => ask(commands.attachmentContent(attachment)),
  /** What a conversation can insert; `off` has the servers that are off in a new one. */
  promptsOf: (conversation: string | null, off: string[]) => ask(commands.promptsOf(conversation, off)),
  /** Gets a prompt for review. */
  promptPrepare: (server: string, name: string, values: GivenValue[], to: AttachmentFor) =>
    ask(commands.promptPrepare(server, name, values, to)),
  /** Makes a prompt that was reviewed part of the next message. */
  promptInsert: (prepared: string, to: AttachmentFor) => ask(commands.promptInsert(prepared, to)),
  /** Stores a preset, a new one for `null`, which may be for the conversations of a project only; yields all. */
  presetSave: (preset: string | null, name: string, text: string, project: string | null) =>
    ask(commands.presetSave(preset, name, text, project)),
  presetRemove: (preset: string) => ask(commands.presetRemove(preset)),
  conversationServer: (id: string, server: string, on: boolean) => ask(commands.conversationServer(id, server, on)),
  conversationOpen: (id: string) => ask(commands.conversationOpen(id)),
  conversationRename: (id: string, title: string) => ask(commands.conversationRename(id, title)),
  conversationsDelete: (ids: string[]) => ask(commands.conversationsDelete(ids)),
  conversationsRestore: (ids: string[]) => ask(commands.conversationsRestore(ids)),
  /** Opens the system's own dialog and imports the conversations of a file; yields `null` when it was closed. */
  conversationsImport: (receive: (progress: ConversationProgress) => void) => {
    const channel = new Channel<ConversationProgress>();
    channel.onmessage = receive;
    return ask(commands.conversationsImport(channel));
  },
  /** Cancels the import that runs; what was stored stays. */
  conversationsImportCancel: () => ask(commands.conversationsImportCancel()),
  /** A conversation as Markdown. */
  conversationText: (id: string) => ask(commands.conversationText(id)),
  /** Opens the system's own dialog and saves a conversation; yields the file, or `null` when it was closed. */
  conversationSave: (id: string, format: SaveFormat) => ask(commands.conversationSave(id, format)),
  /** Opens the system's own dialog with a name and saves a text; yields the file, or `null` when it was closed. */
  textSave: (name: string, text: string) => ask(commands.textSave(name, text)),
  conversationPin: (id: string, pinned: boolean) => ask(commands.conversationPin(id, pinned)),
  conversationsArchive: (ids: string[], archived: boolean) => ask(commands.conversationsArchive(ids, archived)),
  conversationsArchived: () => ask(commands.conversationsArchived()),
  /** What a move changes; nothing is moved by it. */
  conversationsMovePreview: (ids: string[], project: string | null) => ask(commands.conversationsMovePreview(ids, project)),
  /** Moves conversations to a project, or out of theirs; with `begin`, with its servers and its model. */
  conversationsMove: (ids: string[], project: string | null, begin: boolean) =>
    ask(commands.conversationsMove(ids, project, begin)),
  /** Stores a new project; yields it. */
  projectAdd: (settings: ProjectSettingsView) => ask(commands.projectAdd(settings)),
  projectChange: (id: string, settings: ProjectSettingsView) => ask(commands.projectChange(id, settings)),
  projectArchive: (id: string, archived: boolean) => ask(commands.projectArchive(id, archived)),
  projectDelete: (id: string) => ask(commands.projectDelete(id)),
  projectRestore: (id: string) => ask(commands.projectRestore(id)),
  projectOpen: (id: string) => ask(commands.projectOpen(id)),
  /** Chooses the model of a conversation: an endpoint's own, or another one that it lists. */
  conversationSetModel: (id: string, provider: string, model: string | null) =>
    ask(commands.conversationSetModel(id, provider, model)),
  /** Chooses how the model of a conversation is to answer. */
  conversationTune: (id: string, tuning: TuningView) => ask(commands.conversationTune(id, tuning)),
  turnStop: (conversation: string) => ask(commands.turnStop(conversation)),
  turnContinue: (conversation: string) => ask(commands.turnContinue(conversation)),
  turnRetry: (conversation: string) => ask(commands.turnRetry(conversation)),
  /** Asks for another answer in place of this one, which stays beside it. */
  /** Asks another model the same, once. */
  answerOther: (conversation: string, message: string, provider: string, model: string | null) =>
    ask(commands.answerOther(conversation, message, provider, model)),
  /** The messages of a reply on another branch. */
  answerBeside: (conversation: string, message: string) => ask(commands.answerBeside(conversation, message)),
  answerRetry: (conversation: string, message: string) => ask(commands.answerRetry(conversation, message)),
  /** Sends a changed message in place of this one, which stays beside it. */
  messageEdit: (conversation: string, message: string, provider: string, text: string) =>
    ask(commands.messageEdit(conversation, message, provider, text)),
  branchShow: (conversation: string, message: string) => ask(commands.branchShow(conversation, message)),
  /** The recorded requests of a conversation to models, oldest first. */
  /** Starts a summary of the messages up to and including one, or of all but the last few. */
  compact: (conversation: string, upTo: string | null) => ask(commands.compact(conversation, upTo)),
  compactEdit: (conversation: string, compaction: string, text: string) =>
    ask(commands.compactEdit(conversation, compaction, text)),
  /** Sends the summarized messages again. */
  compactUndo: (conversation: string, compaction: string) => ask(commands.compactUndo(conversation, compaction)),
  compactDismiss: (conversation: string) => ask(commands.compactDismiss(conversation)),
  contextRequests: (conversation: string) => ask(commands.contextRequests(conversation)),
  contextRequest: (conversation: string, request: string) => ask(commands.contextRequest(conversation, request)),
  /** The next request as it would be sent now, with `draft` as the new message. */
  contextNext: (conversation: string, draft: string) => ask(commands.contextNext(conversation, draft)),
  /** The content of a part; without `request`, of the next one. */
  contextPart: (conversation: string, request: string | null, draft: string, index: number) =>
    ask(commands.contextPart(conversation, request, draft, index)),
  callStop: (call: string) => ask(commands.callStop(call)),
  callBackground: (call: string) => ask(commands.callBackground(call)),
  tasks: () => ask(commands.tasks()),
  /** Says that the user types or clicks in this window; `draft` while the field that has the focus holds text. */
  inputSeen: (draft: boolean) => ask(commands.inputSeen(draft)),
  questionShow: () => ask(commands.questionShow()),
  stopAll: () => ask(commands.stopAll()),
  /** Where rules are suspended, this waits for the answer of the consent window. */
  startAgain: () => ask(commands.startAgain()),
  appearanceSet: (appearance: Appearance) => ask(commands.appearanceSet(appearance)),
  /** Moves a bound, or puts it back to its default with `null`; yields what holds then. */
  limitSet: (key: LimitKey, value: number | null) => ask(commands.limitSet(key, value)),
  titlesSet: (on: boolean) => ask(commands.titlesSet(on)),
  compactSet: (on: boolean) => ask(commands.compactSet(on)),
  notifySet: (on: boolean) => ask(commands.notifySet(on)),
  quickKeys: () => ask(commands.quickKeys()),
  /** Registers the global shortcut of Quick ask, or none. */
  quickKeysSet: (keys: string | null) => ask(commands.quickKeysSet(keys)),
  quickShow: () => ask(commands.quickShow()),
  keychainRetry: () => ask(commands.keychainRetry()),
  updatesState: () => ask(commands.updatesState()),
  updatesSet: (setting: UpdateSetting) => ask(commands.updatesSet(setting)),
  updatesCheck: () => ask(commands.updatesCheck()),
  updatesDownload: () => ask(commands.updatesDownload()),
  updatesCancel: () => ask(commands.updatesCancel()),
  /** Replaces the program and starts it again. */
  updatesInstall: (stopsCalls: boolean) => ask(commands.updatesInstall(stopsCalls)),
  dataState: () => ask(commands.dataState()),
  dataShow: () => ask(commands.dataShow()),
  /** Opens the system's own dialog; yields `null` when it was closed. */
  dataExport: (receive: (progress: ConversationProgress) => void) => {
    const channel = new Channel<ConversationProgress>();
    channel.onmessage = receive;
    return ask(commands.dataExport(channel));
  },
  dataBackups: () => ask(commands.dataBackups()),
  /** Closes the program, restores a backup and starts again. */
  dataRestore: (name: string) => ask(commands.dataRestore(name)),
  /** Deletes everything if the word is right; another page takes this one's place. */
  dataDelete: (word: string) => ask(commands.dataDelete(word)),
  /** Opens a link once it is approved; yields whether it was opened. */
  /** Opens a page that Innkeeper itself refers to in the system's browser. */
  helpOpen: (page: HelpPage) => ask(commands.helpOpen(page)),
  linkOpen: (conversation: string, url: string) => ask(commands.linkOpen(conversation, url)),
};
