// The consent window's way to the host. It uses commands and one channel: no events, no storage.

import { Channel } from "@tauri-apps/api/core";
import { ask } from "./ask";
import { commands, type AnswerView, type Appearance, type BlockEdit, type Presence, type ApprovalView, type SamplingEdit } from "./bindings";

/** Every command that the consent window may use. Each throws a `Failure`. */
export const desk = {
  /** Calls `receive` with the whole queue now and after each change; the first prompt is the one on display. */
  watch: (receive: (queue: ApprovalView[]) => void) => {
    const channel = new Channel<ApprovalView[]>();
    channel.onmessage = receive;
    return ask(commands.consentWatch(channel));
  },
  /** Calls `receive` with whether the user is at this window, now and after each change. */
  presence: (receive: (presence: Presence) => void) => {
    const channel = new Channel<Presence>();
    channel.onmessage = receive;
    return ask(commands.consentPresence(channel));
  },
  /** Says that this revision is painted and focused: its arming time starts. */
  shown: (id: string, revision: number) => ask(commands.consentShown(id, revision)),
  answer: (id: string, revision: number, answer: AnswerView) => ask(commands.consentAnswer(id, revision, answer)),
  /** Proposes other arguments; yields the new revision, or fails with `invalid` and what is wrong with the text. */
  edit: (id: string, revision: number, json: string) => ask(commands.consentEdit(id, revision, json)),
  /** Asks about a launch in its sandbox or outside of it; yields the new revision. */
  switchSandbox: (id: string, revision: number, unconfined: boolean) => ask(commands.consentSandbox(id, revision, unconfined)),
  /** Takes one call out of a group, to be decided alone before the others. */
  apart: (id: string, revision: number, call: string) => ask(commands.consentCallApart(id, revision, call)),
  /** Opens the system's own dialog for another folder; yields the new revision, or `null` when it was closed. */
  otherRoot: (id: string, revision: number) => ask(commands.consentRootOther(id, revision)),
  /** The difference that one of the pending changes on display makes. */
  stagedDifference: (id: string, key: string) => ask(commands.consentStagedDifference(id, key)),
  /** Changes a request for the model, in relation to what the server asked; yields the new revision. */
  samplingEdit: (id: string, revision: number, edit: SamplingEdit) =>
    ask(commands.consentSamplingEdit(id, revision, edit)),
  /** Changes the model's answer, in relation to what it said; yields the new revision. */
  replyEdit: (id: string, revision: number, blocks: BlockEdit[]) =>
    ask(commands.consentReplyEdit(id, revision, blocks)),
  /** Has the model asked once more, in place of giving its answer. */
  replyAgain: (id: string, revision: number) => ask(commands.consentReplyAgain(id, revision)),
  /** Denies, and lets the server ask for no answers any more. */
  samplingOff: (id: string) => ask(commands.consentSamplingOff(id)),
  /** Asks an endpoint for its models, with the key that was typed; yields the new revision. */
  endpointModels: (id: string, revision: number, key: string | null) =>
    ask(commands.consentEndpointModels(id, revision, key)),
  /** Chooses the model of an endpoint; yields the new revision. */
  endpointModel: (id: string, revision: number, model: string) =>
    ask(commands.consentEndpointModel(id, revision, model)),
  /** What of a form does not fit yet, field by field. Nothing is sent; the question waits longer. */
  checkForm: (id: string, content: string) => ask(commands.consentFormCheck(id, content)),
  /** Calls `show` with how the window looks, now and after each change. */
  look: (show: (look: Appearance) => void) => {
    const channel = new Channel<Appearance>();
    channel.onmessage = (look) => show(look);
    return ask(commands.consentLook(channel));
  },
};
