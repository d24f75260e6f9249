import { BackgroundTask, type TaskProblem } from "@atrium/contract/types/background-task";
import { Email } from "@atrium/contract/types/email";
import { writeCsv } from "@atrium/formats/csv";
import { formatDateTime } from "@atrium/i18n";
import type { Account } from "@atrium/jmap";
import { saveFile } from "@atrium/ui";
import { t } from "./strings/index.ts";

const WANT = { properties: ["problems"] };
const OF_EMAIL = { properties: ["subject", "from", "receivedAt"] };

/** Saves what could not be changed, and why, as a table. */
export async function downloadReport(account: Account, id: string): Promise<void> {
  await account.fetch(BackgroundTask, [id], WANT);
  const problems = account.get(BackgroundTask, id)?.problems ?? [];
  const ids = problems.map((problem) => problem.id);
  await account.fetch(Email, ids, OF_EMAIL);
  const head = [t("received"), t("from"), t("subject"), t("why")];
  const rows = problems.map((problem) => rowOf(account, problem));
  saveFile(t("reportName"), new Blob([writeCsv([head, ...rows])], { type: "text/csv" }));
}

function rowOf(account: Account, { id, type }: TaskProblem): string[] {
  const email = account.get(Email, id);
  const from = email?.from?.[0];
  return [
    email ? formatDateTime(email.receivedAt) : "",
    from ? (from.name ?? from.email) : "",
    email?.subject ?? "",
    whyOf(type),
  ];
}

function whyOf(type: string): string {
  switch (type) {
    case "forbidden":
      return t("whyForbidden");
    case "overQuota":
    case "tooManyKeywords":
    case "tooManyMailboxes":
      return t("whyFull");
    case "invalidProperties":
      return t("whyGone");
    default:
      return t("whyOther");
  }
}
