import { href } from "@atrium/contract/href";
import type { OperationsNow, QueuedDomain } from "@atrium/contract/types/operations";
import { formatNumber, formatRelative } from "@atrium/i18n";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { useAccountFor, useClient } from "@atrium/feature-suite/parts";
import { Link } from "@atrium/shell";
import { Button, Confirm } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Group, useAct } from "@atrium/settings-page";
import { HistoryChart } from "./history-chart.tsx";
import type { Timeline } from "./timeline.ts";
import { t } from "./strings/index.ts";

/** What waits to leave, over time and by domain. */
export function QueueNow({
  now,
  timeline,
  reload,
}: {
  readonly now: OperationsNow;
  readonly timeline: Timeline;
  readonly reload: () => Promise<void>;
}): ReactNode {
  const { queue } = now;
  const { queueWaiting, queueDeferred } = timeline.levels;
  const [dropping, setDropping] = useState<QueuedDomain>();
  const client = useClient();
  const { account } = useAccountFor(CAPABILITY.administration);
  const act = useAct(reload);
  const retry = (domain: string): void =>
    void act(
      () => client.call("QueuedMail/retry", { accountId: account!.id, domain }),
      t("tried", { domain }),
    );
  function drop({ domain }: QueuedDomain): void {
    setDropping(undefined);
    void act(
      () => client.call("QueuedMail/giveUp", { accountId: account!.id, domain }),
      t("gaveUp", { domain }),
    );
  }
  const more = queue.domainCount - queue.domains.length;
  const [waiting, deferred] = [formatNumber(queue.waiting), formatNumber(queue.deferred)];
  return (
    <Group
      title={t("queue")}
      intro={t("queueMore")}
      action={
        <Link className="a-link" href={href("/setting/:section", { section: "queue" })}>
          {t("everyMail")}
        </Link>
      }
    >
      <HistoryChart
        timeline={timeline}
        title={t("waiting")}
        kind="lines"
        format={formatNumber}
        summary={t("waitingSummary", { waiting, deferred })}
        series={[
          { name: t("waiting"), tone: "accent", values: queueWaiting },
          { name: t("ofThemDeferred"), tone: "warning", values: queueDeferred },
        ]}
        figures={[waiting, deferred]}
      />
      {queue.domains.length > 0 && (
        <ul className="settings-list" aria-label={t("byDomain")}>
          {queue.domains.map((domain) => (
            <DomainRow
              key={domain.domain}
              queued={domain}
              at={now.at}
              isOpen={account !== undefined && account !== null}
              onRetry={() => retry(domain.domain)}
              onDrop={() => setDropping(domain)}
            />
          ))}
        </ul>
      )}
      {more > 0 && <p className="settings-quiet">{t("moreDomains", { count: more })}</p>}
      <Confirm
        open={dropping !== undefined}
        danger
        title={t("giveUpTitle", { domain: dropping?.domain ?? "" })}
        confirmLabel={t("giveUp")}
        onClose={() => setDropping(undefined)}
        onConfirm={() => dropping && drop(dropping)}
      >
        <p>{t("giveUpMore", { count: dropping === undefined ? 0 : free(dropping) })}</p>
      </Confirm>
    </Group>
  );
}

/** Those for whom something can be done: the rest is still its senders'. */
const free = ({ waiting, held }: QueuedDomain): number => waiting - held;

function DomainRow({
  queued,
  at,
  isOpen,
  onRetry,
  onDrop,
}: {
  readonly queued: QueuedDomain;
  readonly at: string;
  /** Something can be done about it. */
  readonly isOpen: boolean;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}): ReactNode {
  const { domain, waiting, deferred, held, nextAt, reply } = queued;
  const words = [
    t("waitingCount", { count: waiting }),
    ...(deferred > 0 ? [t("deferredCount", { count: formatNumber(deferred) })] : []),
    ...(held > 0 ? [t("heldCount", { count: formatNumber(held) })] : []),
    t("nextTry", { when: formatRelative(nextAt < at ? at : nextAt, at) }),
  ];
  return (
    <li className="settings-row operations-domain">
      <div className="settings-row-words">
        <strong>{domain || t("noDomain")}</strong>
        <span>{words.join(" · ")}</span>
      </div>
      {domain !== "" && isOpen && free(queued) > 0 && (
        <div className="settings-row-acts">
          <Button size="small" aria-label={t("tryDomain", { domain })} onClick={onRetry}>
            {t("tryNow")}
          </Button>
          <Button size="small" aria-label={t("giveUpDomain", { domain })} onClick={onDrop}>
            {t("giveUp")}
          </Button>
        </div>
      )}
      {reply !== null && <code>{reply}</code>}
    </li>
  );
}
