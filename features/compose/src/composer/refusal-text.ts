import type { SetError } from "@atrium/contract/types/wire";
import { formatBytes, formatNumber } from "@atrium/i18n";
import { t } from "../strings/index.ts";

/** Why the server would not send, in words that say what to do about it. */
export function refusalText(error: SetError): string {
  const { type, invalidRecipients = [], maxRecipients = 0, maxSize } = error;
  if (type === "invalidRecipients")
    return t("unknownRecipients", { addresses: invalidRecipients.join(", ") });
  if (type === "noRecipients") return t("noRecipients");
  if (type === "tooManyRecipients")
    return t("tooManyRecipients", { count: formatNumber(maxRecipients) });
  if (type === "tooLarge")
    return t("tooLarge", { size: maxSize === undefined ? "–" : formatBytes(maxSize) });
  if (type === "forbiddenFrom" || type === "forbiddenMailFrom" || type === "forbiddenToSend")
    return t("forbiddenFrom");
  if (type === "rateLimit") return t("rateLimit");
  if (type === "overQuota") return t("overQuota");
  if (type === "blobNotFound") return t("uploadFailedSend");
  return t("refused");
}
