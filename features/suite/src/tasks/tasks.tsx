import { BackgroundTask } from "@atrium/contract/types/background-task";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { useAll, type Account } from "@atrium/jmap";
import { useEffect, useState, type ReactNode } from "react";
import { useClient, useSignedInSession } from "../client/client.tsx";
import { shownTasks } from "./shown-tasks.ts";
import { t } from "./strings/index.ts";
import { TaskCard } from "./task-card.tsx";
import "./tasks.css";

/** What the server does for this person and takes a while, in every window. */
export function Tasks(): ReactNode {
  const client = useClient();
  const [accounts, setAccounts] = useState<readonly Account[]>([]);
  useEffect(() => {
    let isOpen = true;
    let isKnown = false;
    const look = async (): Promise<void> => {
      if (isKnown) return;
      const session = await client.session();
      const ids = Object.entries(session.accounts)
        .filter(([, { accountCapabilities }]) => accountCapabilities[CAPABILITY.backgroundTasks])
        .map(([id]) => id);
      isKnown = true;
      if (isOpen) setAccounts(ids.map((id) => client.account(id)));
    };
    // Without a server there is nothing that it does; it is asked again when there may be one.
    const start = (): void => void look().catch(() => undefined);
    start();
    const stop = client.onConnection(start);
    return () => {
      isOpen = false;
      stop();
    };
  }, [client]);
  return (
    <section className="suite-tasks" aria-label={t("tasks")}>
      {accounts.map((account) => (
        <TasksOf key={account.id} account={account} />
      ))}
    </section>
  );
}

function TasksOf({ account }: { readonly account: Account }): ReactNode {
  const { personId } = useSignedInSession();
  const all = useAll(account, BackgroundTask);
  useEffect(() => {
    // Without network it is asked for again by itself.
    account.fetchAll(BackgroundTask).catch(() => undefined);
  }, [account]);
  // What ends while the window is open is shown until it is dismissed.
  const [openedAt] = useState(() => Date.now());
  const shown = shownTasks(all ?? [], { personId, openedAt });
  return shown.map((task) => <TaskCard key={task.id} account={account} task={task} />);
}
