import { SetRefused, Unreachable } from "@atrium/jmap";
import { t } from "../strings/index.ts";

/** What to say to a user of an action that was taken back, and why where that is known. */
export function refusalOf(error: unknown): string {
  const reason = reasonOf(error);
  return reason === undefined ? t("actRefused") : `${t("actRefused")} ${reason}`;
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof Unreachable) return t("refusedByServer");
  if (!(error instanceof SetRefused)) return undefined;
  switch (Object.values(error.refused)[0]?.type) {
    case "forbidden":
      return t("refusedForbidden");
    case "notFound":
    case "invalidProperties":
      return t("refusedGone");
    case "overQuota":
      return t("refusedFull");
    default:
      return undefined;
  }
}
