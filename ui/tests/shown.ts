import { AnswerForm } from "../src/features/consent/form.svelte";
import { shownKind } from "../src/features/consent/kinds";
import type { ApprovalView } from "../src/ipc/bindings";

/** A request on display: what its kind says about it. `Own` is the state that the kind keeps. */
export function show<Own = unknown>(approval: ApprovalView) {
  const kind = shownKind(approval);
  const form = new AnswerForm();
  const own = kind.own() as Own;
  const props = { view: approval.kind, form, own, approval };
  return {
    kind,
    form,
    own,
    props,
    labels: (): [allow: string, deny: string] => [kind.allow(props), kind.deny(props)],
    scopes: () => kind.scopes(props),
    missing: () => kind.missing(props),
    answer: () => kind.answer(props),
  };
}
