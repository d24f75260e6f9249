import { BackgroundTask, type BackgroundTaskCreate } from "@atrium/contract/types/background-task";
import { SetRefused, Unreachable, type Account } from "@atrium/jmap";
import { toast } from "@atrium/ui";
import { noteBegun } from "./started-here.ts";
import { t } from "./strings/index.ts";

/** Characters of a task's name that are kept: of whatever script they are, the server takes so many. */
const MAX_NAME = 60;

/** Makes a task, and says why where that is refused. Answers whether it was made. */
export async function begin(account: Account, task: BackgroundTaskCreate): Promise<boolean> {
  try {
    const name = Array.from(task.name).slice(0, MAX_NAME).join("");
    await noteBegun(account.create(BackgroundTask, { ...task, name }));
    return true;
  } catch (error) {
    toast({ severity: "danger", message: refusalOf(error) });
    return false;
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof Unreachable) return t("unreachable");
  const isFull =
    error instanceof SetRefused &&
    Object.values(error.refused).some(({ type }) => type === "overQuota");
  return t(isFull ? "tooMany" : "notStarted");
}
