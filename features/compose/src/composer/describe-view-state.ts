import type { ViewState } from "../draft/view-state.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import type { EditorHandle } from "./editor.tsx";
import type { FieldsHandle } from "./fields.tsx";

/** How a message stands on the screen. @param last What of it had the focus last. */
export function describeViewState(
  draftSession: DraftSession,
  last: Element | null,
  fields: FieldsHandle | null,
  editor: EditorHandle | null,
  scroll: Element | null,
): ViewState {
  const field = last && fields?.of(last);
  const isInText = editor?.element()?.contains(last) === true;
  return {
    focus: field?.name ?? (isInText ? "text" : null),
    selection: field?.selection ?? (isInText ? editor.selection() : null),
    scroll: scroll?.scrollTop ?? 0,
    rich: editor?.rich() ?? null,
    subject: draftSession.subjects.past(),
    plain: draftSession.texts.past(),
    recipients: draftSession.recipientSteps(),
  };
}
