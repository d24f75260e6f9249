import type { EditorState } from "@atrium/rich-text";
import type { AddressField, Draft } from "./draft.ts";
import type { Past, Typed } from "./history.ts";

export type Recipients = Pick<Draft, AddressField>;

/** How a message looks to who writes it, beside what it says: moves with it to another window. Plain data. */
export interface ViewState {
  readonly focus: AddressField | "subject" | "text" | null;
  /** Of the field that has the focus. */
  readonly selection: readonly [start: number, end: number] | null;
  readonly scroll: number;
  readonly rich: EditorState | null;
  readonly subject: Past<Typed>;
  readonly plain: Past<Typed> | null;
  readonly recipients: Past<Recipients>;
}
