import { cancelSending, openCompose } from "@atrium/feature-compose/parts";
import type { JmapClient } from "@atrium/jmap";
import { useMemo } from "react";
import type { RowActions } from "../conversation-list/row-buttons.tsx";
import { useMail } from "../mail.tsx";
import { prefetch } from "../reader/prefetch.ts";
import type { Point } from "../snooze/point.ts";
import type { ListShare, MailList } from "./mail-list.ts";
import { oneRow } from "./targets.ts";
import type { Perform } from "./use-perform.ts";
import type { Questions } from "./use-questions.ts";

/** What the buttons of a share's rows do. The same for the same list: every row is given it. */
export function useRowButtons(
  list: MailList,
  perform: Perform,
  askHour: Questions["hour"],
): (share: ListShare) => RowActions {
  const { client } = useMail();
  return useMemo(() => {
    const ask = (row: string, at: Point): void => askHour(oneRow(row), at);
    const actionsOf = (share: ListShare): RowActions => ({
      ...rowActions(share, perform, ask),
      ...(share.folder?.role === "scheduled" && waitingActs(share, client)),
    });
    const all = new Map(list.shares.map((share) => [share, actionsOf(share)]));
    return (share: ListShare) => all.get(share) ?? actionsOf(share);
  }, [list, perform, askHour, client]);
}

function rowActions(
  { account, may }: ListShare,
  perform: Perform,
  snooze: (row: string, at: Point) => void,
): RowActions {
  return {
    ...(may.archive && { archive: (row) => perform({ kind: "archive" }, oneRow(row)) }),
    ...(may.remove && { trash: (row) => perform({ kind: "trash" }, oneRow(row)) }),
    ...(may.snooze && { snooze }),
    mayRead: may.read,
    mayMark: may.mark,
    hover: (threadId) => void prefetch(account, threadId),
  };
}

/** What the buttons of rows do whose messages wait for their hour. */
function waitingActs({ account: { id }, may }: ListShare, client: JmapClient): Partial<RowActions> {
  if (!may.answer) return {};
  return {
    edit: (emailId) => openCompose({ kind: "draft", accountId: id, emailId }),
    cancelSending: (emailId) => void cancelSending(client, id, emailId),
  };
}
