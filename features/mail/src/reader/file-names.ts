import type { EmailBodyPart } from "@atrium/contract/types/email";
import { t } from "../strings/index.ts";
import { isHeader, isReport, isReturned } from "./report-parts.ts";
import { r } from "./strings/index.ts";

/** What a file of a message is called, also where it has no name. @param all the files of the message. */
export function fileName(part: EmailBodyPart, all: readonly EmailBodyPart[]): string {
  if (part.name !== null) return part.name;
  if (isReport(part)) return r("deliveryReport");
  if (all.some(isReport)) {
    if (isHeader(part)) return r("ownHeader");
    if (isReturned(part)) return r("ownMessage");
  }
  if (part.type === "message/rfc822") return t("attachedMessage");
  return part.type === "text/calendar" ? t("invitation") : t("unnamedFile");
}
