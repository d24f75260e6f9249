import type { Look } from "../draft/look.ts";
import type { Writing } from "../saving/writing.ts";
import type { EditorHandle } from "./editor.tsx";
import type { FieldsHandle } from "./fields.tsx";

/** How a message stands on the screen. @param last What of it had the focus last. */
export function describeLook(
  writing: Writing,
  last: Element | null,
  fields: FieldsHandle | null,
  editor: EditorHandle | null,
  scroll: Element | null,
): Look {
  const field = last && fields?.of(last);
  const isInText = editor?.element()?.contains(last) === true;
  return {
    focus: field?.name ?? (isInText ? "text" : null),
    selection: field?.selection ?? (isInText ? editor.selection() : null),
    scroll: scroll?.scrollTop ?? 0,
    rich: editor?.rich() ?? null,
    subject: writing.subjects.past(),
    plain: writing.texts.past(),
    recipients: writing.recipientSteps(),
  };
}
