import type { Severity } from "@atrium/ui";

/**
 * What a notice about a message can be, the severest first: the first of those that hold is the line that shows, the
 * others open behind it. Of notices as severe as each other the one with something to press comes first.
 */
export const NOTICES = {
  virus: "danger",
  phishing: "danger",
  // Whom it is from is not whom it says.
  "not-ours": "danger",
  spoofed: "danger",
  "look-alike": "danger",
  bounced: "danger",

  junk: "warning",
  // The domain asks for nothing when the proof fails.
  "maybe-spoofed": "warning",
  posing: "warning",
  colleague: "warning",
  "partly-read": "warning",
  "pictures-failed": "warning",
  delayed: "warning",
  "wrong-signature": "warning",
  // The receipt would go elsewhere than to the sender.
  "receipt-elsewhere": "warning",

  unanswered: "info",
  receipt: "info",
  pictures: "info",
  protection: "info",
  "follow-up": "info",
  receipts: "info",
  snoozed: "info",
  muted: "info",
  simplified: "info",
  "first-contact": "info",
  tracking: "info",
} as const satisfies Readonly<Record<string, Severity>>;

export type NoticeKind = keyof typeof NOTICES;

const ORDER = Object.keys(NOTICES);

/** The severest first. */
export function bySeverity<Of extends { readonly kind: NoticeKind }>(
  notices: readonly Of[],
): readonly Of[] {
  return notices.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
