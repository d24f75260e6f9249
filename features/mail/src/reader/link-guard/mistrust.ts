import type { EmailRecord } from "@atrium/contract/types/email";
import { originOf } from "../origin/origin.ts";

/** Why the links of a message are not followed at once. */
export type Mistrust = "phishing" | "sender" | "junk";

/**
 * Whether a message gives reason to look twice at where its links lead. What its notices find out besides, `useMistrust`
 * adds.
 */
export function mistrust(
  email: Pick<EmailRecord, "keywords" | "authentication" | "from">,
  isJunk: boolean,
): Mistrust | undefined {
  if (email.keywords["$phishing"] === true) return "phishing";
  const { kind } = originOf(email);
  if (kind === "spoofed" || kind === "not-ours" || kind === "posing") return "sender";
  return isJunk ? "junk" : undefined;
}
