import type { EmailAddress, EmailRecord } from "@atrium/contract/types/email";

const TO = "header:Disposition-Notification-To:asAddresses";
const RETURN_PATH = "header:Return-Path";

/** Properties of a message that say whether it asks for a read receipt (RFC 8098 §2.1). */
export const RECEIPT_PROPERTIES = [TO, RETURN_PATH] as const;

export interface ReceiptRequest {
  /** Where the receipt would go. */
  readonly to: readonly EmailAddress[];
  /** That is not where the message came from, so that the person has to be told. */
  readonly isElsewhere: boolean;
}

/** The read receipt that a message asks for. */
export function receiptRequest(email: EmailRecord): ReceiptRequest | undefined {
  const fields = email as Partial<Record<(typeof RECEIPT_PROPERTIES)[number], unknown>>;
  const to = ((fields[TO] ?? []) as readonly EmailAddress[]).filter(({ email }) =>
    email.includes("@"),
  );
  if (to.length === 0) return undefined;
  const path = fields[RETURN_PATH];
  const returnPath = typeof path === "string" ? /<([^<>]*)>/.exec(path)?.[1] : undefined;
  // What has nobody to return it to is answered by nobody.
  if (returnPath?.trim() === "") return undefined;
  const [first, ...others] = new Set(to.map(({ email }) => email.toLowerCase()));
  const isElsewhere = others.length > 0 || returnPath?.trim().toLowerCase() !== first;
  return { to, isElsewhere };
}
