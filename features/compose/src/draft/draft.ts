import type { EmailAddress } from "@atrium/contract/types/email";

export type RecipientField = "to" | "cc" | "bcc";
export const RECIPIENT_FIELDS: readonly RecipientField[] = ["to", "cc", "bcc"];
/** Where addresses are written. */
export type AddressField = RecipientField | "replyTo";
export const ADDRESS_FIELDS: readonly AddressField[] = [...RECIPIENT_FIELDS, "replyTo"];

/** A file that goes along. With a `cid` it is a picture inside the text. */
export interface Attachment {
  /** Names it in this window. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** Octets. */
  readonly size: number;
  readonly cid: string | null;
  /** Where the server has it; absent until it is uploaded. */
  readonly blobId?: string;
  /** Kept until the server has it. */
  readonly file?: Blob;
}

/** The message that is answered or handed on, as it was. */
export interface Quote {
  /** With its line of introduction, made safe. */
  readonly html: string;
  readonly text: string;
}

/** A message being written. Plain data: kept on this device as it is. */
export interface Draft {
  /** Names it on this device, in all its versions and windows: its Message-ID. */
  readonly key: string;
  readonly accountId: string;
  readonly identityId: string | null;
  /** The same in every version, so that those that were saved can be found again. Without angle brackets. */
  readonly messageId: string;
  readonly to: readonly EmailAddress[];
  readonly cc: readonly EmailAddress[];
  readonly bcc: readonly EmailAddress[];
  /** Where answers go; `null` for where the identity says. */
  readonly replyTo: readonly EmailAddress[] | null;
  readonly subject: string;
  readonly mode: "rich" | "plain";
  /** HTML whose own pictures are named by `cid:`, or plain text. */
  readonly body: string;
  readonly quote: Quote | null;
  readonly attachments: readonly Attachment[];
  readonly inReplyTo: readonly string[] | null;
  readonly references: readonly string[] | null;
  /** The email that is answered or handed on, where it is known. */
  readonly original: string | null;
  /** Ids of messages that are handed on. */
  readonly forwards: readonly string[] | null;
  /** By when somebody is to have answered it, or the person is reminded of it: a UTCDate. */
  readonly followUpAt?: string | null;
  /** Its recipients are asked to say that they have opened it. */
  readonly asksReceipt?: boolean;
}

/** Not `crypto.randomUUID`, which only pages served over TLS have. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** An id of a message of this address (RFC 5322 §3.6.4). */
export function newMessageId(address: string | undefined): string {
  const domain = address?.slice(address.lastIndexOf("@") + 1);
  return `${newKey()}@${domain !== undefined && /^[a-z0-9.-]+$/i.test(domain) ? domain : "mail.invalid"}`;
}

export function recipientsOf(draft: Draft): readonly EmailAddress[] {
  return RECIPIENT_FIELDS.flatMap((field) => draft[field]);
}

/** Everybody that it names: who gets it, and who gets the answers. */
export function addressesOf(draft: Draft): readonly EmailAddress[] {
  return [...recipientsOf(draft), ...(draft.replyTo ?? [])];
}

export const isPictureInText = ({ cid }: Attachment): boolean => cid !== null;

/** Files that are listed; pictures in the text show there. */
export function filesOf(draft: Draft): readonly Attachment[] {
  return draft.attachments.filter((one) => !isPictureInText(one));
}
