import type { TaskArguments, TaskKind } from "@atrium/contract/types/background-task";
import type { Account } from "@atrium/jmap";
import { toast } from "@atrium/ui";
import { t } from "../strings/index.ts";
import { wantTasks } from "./wanted.ts";

/** Has the server do something that takes a while. Its card shows in all windows; what goes wrong is told. */
export async function startTask<Kind extends TaskKind>(
  account: Account,
  kind: Kind,
  /** What is being done, in words. */
  name: string,
  args: TaskArguments[Kind],
): Promise<void> {
  wantTasks();
  try {
    const { begin } = await import("./begin.ts");
    await begin(account, { kind, name, arguments: args });
  } catch {
    toast({ severity: "danger", message: t("taskNotStarted") });
  }
}
