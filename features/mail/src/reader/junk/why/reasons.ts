import type { EmailJunkVerdict, JunkReason } from "@atrium/contract/types/email";
import { w } from "./strings/index.ts";

type Reason = EmailJunkVerdict["reasons"][number];

/** What each reason is called, without and with its detail. */
const SENTENCES = {
  failedAuthentication: ["reasonUnverified"],
  lookAlike: ["reasonLookAlike", "reasonLookAlikeOf"],
  firstContact: ["reasonFirstContact"],
  bulkWithoutUnsubscribe: ["reasonBulk"],
  words: ["reasonWords", "reasonTheseWords"],
  scanner: ["reasonScanner", "reasonScannerOf"],
  reportedSender: ["reasonReportedSender"],
  virus: ["reasonVirus", "reasonVirusOf"],
} as const satisfies Record<JunkReason, readonly string[]>;

/** A reason as a short sentence; `undefined` for one that this window does not know yet. */
export function reasonText({ kind, detail }: Reason): string | undefined {
  if (!Object.hasOwn(SENTENCES, kind)) return undefined;
  switch (kind) {
    case "lookAlike":
    case "words":
    case "scanner":
    case "virus": {
      const [plain, named] = SENTENCES[kind];
      return detail === null || detail === "" ? w(plain) : w(named, { detail });
    }
    default:
      return w(SENTENCES[kind][0]);
  }
}

/** All reasons one after the other, the severest first. */
export const reasonsText = (reasons: readonly Reason[]): string =>
  reasons.flatMap((reason) => reasonText(reason) ?? []).join(" ");
