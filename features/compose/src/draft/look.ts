import type { EmailAddress } from "@atrium/contract/types/email";
import type { RecipientField } from "./draft.ts";
import type { Past, Typed } from "./history.ts";

export type Recipients = Readonly<Record<RecipientField, readonly EmailAddress[]>>;

/** The editor as it stands: its contents with the selection in them, and its steps back. Pictures by their Content-ID. */
export interface RichLook {
  readonly html: string;
  readonly stack: readonly string[];
  readonly index: number;
  readonly isRecorded: boolean;
}

/** How a message looks to who writes it, beside what it says: moves with it to another window. Plain data. */
export interface Look {
  readonly focus: RecipientField | "subject" | "text" | null;
  /** Of the field that has the focus. */
  readonly selection: readonly [start: number, end: number] | null;
  readonly scroll: number;
  readonly rich: RichLook | null;
  readonly subject: Past<Typed>;
  readonly plain: Past<Typed> | null;
  readonly recipients: Past<Recipients>;
}
