import type { Spooled } from "../../mail/message/spool.ts";

/** A message that scanners look at, and what is known of its way here. */
export interface Scanned {
  readonly message: Pick<Spooled, "header" | "body" | "size">;
  readonly envelope: { readonly transactionId: string; readonly mailFrom: string };
  /** As the sender wrote them. */
  readonly recipients: readonly string[];
  readonly helo?: string;
  readonly remoteAddress?: string;
}
