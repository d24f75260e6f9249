import type { EmailRecord } from "@atrium/contract/types/email";
import { href } from "@atrium/contract/href";

/** Message-IDs that the server finds by its column of them; others are hardly ever written. */
export const isPlainId = (id: string): boolean => /^[\w.+=$-]{1,200}@[\w.-]{1,200}$/.test(id);

/** The address of a message for whoever has it: by its Message-ID, which is the same in every mailbox. */
export function linkTo({ messageId }: Pick<EmailRecord, "messageId">): string | undefined {
  const id = messageId?.[0];
  if (id === undefined || !isPlainId(id)) return undefined;
  return location.origin + href("/mail/message/:messageId", { messageId: id });
}

/** The Message-ID that a path of such an address names. */
export function linkedMessage(pathname: string): string | undefined {
  const part = /^\/mail\/message\/([^/]+)\/?$/.exec(pathname)?.[1];
  try {
    return part && decodeURIComponent(part);
  } catch {
    return part;
  }
}
