import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import { FollowUpMenu } from "@atrium/feature-compose/parts";
import type { Account } from "@atrium/jmap";
import { BellIcon, type MenuEntry } from "@atrium/ui";
import { useMemo, useState, type ReactNode } from "react";
import { useActions } from "../actions/use-actions.ts";
import { useMay } from "../actions/use-may.ts";
import { useMail } from "../mail.tsx";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import { below, type Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";

/** A reminder of a message that somebody is to answer: an entry of its menu, and what asks by when. */
export function useFollowUp(email: EmailRecord): {
  readonly entries: readonly MenuEntry[];
  readonly menu: ReactNode;
} {
  const { account } = useMail();
  const [at, setAt] = useState<Point>();
  const sent = useMailboxes()?.byRole("sent")?.id;
  const { mark } = useMay(useMemo(() => [email], [email]));
  const waits = mark && isSent(email, sent) && !isAnsweredIn(account, email);
  return {
    entries: waits
      ? [
          {
            id: "followUp",
            label: t("followUp"),
            icon: <BellIcon />,
            onAct: () => {
              const button = document.querySelector("[aria-haspopup][aria-expanded=true]");
              // After the menu has given the focus back.
              if (button) requestAnimationFrame(() => setAt(below(button)));
            },
          },
        ]
      : [],
    menu: at && <AskFollowUp at={at} email={email} onClose={() => setAt(undefined)} />,
  };
}

/** Asks by when somebody is to have answered. */
export function AskFollowUp({
  at,
  email,
  onClose,
}: {
  readonly at: Point;
  readonly email: EmailRecord;
  readonly onClose: () => void;
}): ReactNode {
  const actions = useActions();
  return (
    <FollowUpMenu
      at={at}
      until={email.followUpAt}
      onPick={(until) => actions.perform({ kind: "followUp", until }, [email])}
      onClose={onClose}
    />
  );
}

const isDraft = ({ keywords }: EmailRecord): boolean => keywords["$draft"] === true;

/** Whether the account sent it. `sent`: its folder for that. */
const isSent = (email: EmailRecord, sent: string | undefined): boolean =>
  !isDraft(email) && sent !== undefined && email.mailboxIds[sent] === true;

/** Whether somebody else wrote in its conversation since, as far as is known here. */
function isAnsweredIn(account: Account, { id, threadId, from }: EmailRecord): boolean {
  const own = new Set(from?.map((address) => address.email.toLowerCase()));
  const ids = account.get(Thread, threadId)?.emailIds ?? [];
  return ids.slice(ids.indexOf(id) + 1).some((later) => {
    const email = account.get(Email, later);
    return (
      email != null &&
      !isDraft(email) &&
      !email.from?.some((address) => own.has(address.email.toLowerCase()))
    );
  });
}
