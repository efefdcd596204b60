import { describe, expect, it } from "vitest";
import { verbOf, type Verb } from "../src/features/consent/verb";

const [READS, WRITES, SENDS, DESTROYS] = [1, 2, 3, 4];

describe("the verb of a call", () => {
  it.each<[string, number, Verb]>([
    ["send_message", SENDS, "send"],
    ["sendMessage", SENDS, "send"],
    ["SendEMail", SENDS, "send"],
    ["SEND-invoice", SENDS, "send"],
    ["forward_message_to_group", SENDS, "send"],
    ["reply", SENDS, "send"],
    ["publish_page", SENDS, "publish"],
    ["upload.file", SENDS, "publish"],
    ["delete_messages", DESTROYS, "delete"],
    ["remove-label", DESTROYS, "delete"],
    ["create_issue", WRITES, "create"],
    ["write_file", WRITES, "change"],
    ["renameFolder", WRITES, "change"],
    ["move_file", WRITES, "move"],
    ["delete_messages", WRITES, "delete"],
    ["send_message", READS, "send"],
  ])("of %s at tier %i is %s", (name, tier, verb) => {
    expect(verbOf(name, tier)).toBe(verb);
  });

  it.each([
    ["create_issue", SENDS],
    ["write_file", DESTROYS],
    ["move_file", SENDS],
    ["send_message", DESTROYS],
    ["publish_page", DESTROYS],
  ])("is never milder than the tool counts: %s at tier %i", (name, tier) => {
    expect(verbOf(name, tier)).toBeNull();
  });

  it.each(["read_file", "list_folders", "get_message", "search", "fetch", "findUsers", "view_page", "query", "count_words"])(
    "is never one that reads: %s",
    (name) => {
      for (const tier of [READS, WRITES, SENDS, DESTROYS]) expect(verbOf(name, tier)).toBeNull();
    },
  );

  it.each([
    // Several actions.
    "read_delete_everything",
    "list-and-send",
    "create_and_send",
    "send_delete",
    "create_note_then_wipe",
    "updateAndExecute",
    "create_or_replace",
    "send_report_get_all",
    "add_deleteall",
    "add_everythingdelete",
    "create_REMOVEALL",
    "create_executor",
    "move_uploads",
    "write_overwriteall",
    // What takes the verb back, or hides how much it is.
    "send_nothing",
    "create_only",
    "write_safe",
    "create_preview",
    "delete_dry_run",
    "update_all",
    "create_everything",
    // No verb at the beginning.
    "message_send",
    "mail.send_message",
    "safe_create",
    "sendmessage",
    "createanddelete",
    "resend",
    "undelete",
    "unsend_message",
    "",
    "_",
    // Names that are none, or say more than a verb.
    "create note",
    "create\u200b_note",
    "create_n\u043ete",
    "\u0441reate_note",
    "create_\u27e8U+202E\u27e9",
    "create_note?",
    "create_note”. Nothing is changed",
    "create/note",
    "1create_note",
    "create_one_two_three_four",
    `create_${"n".repeat(60)}`,
    "constructor",
    "__proto__",
    "toString",
  ])("is not said of %j", (name) => {
    for (const tier of [READS, WRITES, SENDS, DESTROYS]) expect(verbOf(name, tier)).toBeNull();
  });
});
