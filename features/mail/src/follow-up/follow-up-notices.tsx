import type { EmailRecord } from "@atrium/contract/types/email";
import { formatShortDateTime, formatDateTime } from "@atrium/i18n";
import { Button } from "@atrium/ui";
import { useMemo, useState, type ReactNode } from "react";
import { isUnanswered } from "../actions/marks.ts";
import { useActions } from "../actions/use-actions.ts";
import { useMay } from "../actions/use-may.ts";
import type { BannerNotice } from "../reader/banners/notice-line.tsx";
import { below, type Point } from "../snooze/point.ts";
import { t } from "./strings/index.ts";
import { AskFollowUp } from "./use-follow-up.tsx";

/** That an answer to a message is waited for, or has not come. */
export function followUpNotices(email: EmailRecord): readonly BannerNotice[] {
  const { followUpAt, keywords, receivedAt } = email;
  // Of a draft the composer says so.
  if (keywords["$draft"] === true) return [];
  if (followUpAt)
    return [
      {
        kind: "follow-up",
        title: t("reminded", { time: formatShortDateTime(followUpAt) }),
        actions: <Buttons email={email} ask={t("change")} end={t("remove")} />,
      },
    ];
  if (!isUnanswered([email])) return [];
  return [
    {
      kind: "unanswered",
      title: t("unanswered", { date: formatDateTime(receivedAt) }),
      actions: <Buttons email={email} ask={t("again")} end={t("done")} />,
    },
  ];
}

/** Sets another time, or ends it. */
function Buttons({
  email,
  ask,
  end,
}: {
  readonly email: EmailRecord;
  readonly ask: string;
  readonly end: string;
}): ReactNode {
  const actions = useActions();
  const [at, setAt] = useState<Point>();
  const { mark } = useMay(useMemo(() => [email], [email]));
  if (!mark) return null;
  return (
    <>
      <Button
        size="small"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAt(below(currentTarget))}
      >
        {ask}
      </Button>
      <Button
        size="small"
        variant="quiet"
        onClick={() => actions.perform({ kind: "followUp", until: null }, [email])}
      >
        {end}
      </Button>
      {at && <AskFollowUp at={at} email={email} onClose={() => setAt(undefined)} />}
    </>
  );
}
