import { useClient } from "@atrium/feature-suite/parts";
import { formatNumber } from "@atrium/i18n";
import type { Account } from "@atrium/jmap";
import { Group, proven, sentence } from "@atrium/settings-page";
import { Banner, Button, DownloadIcon } from "@atrium/ui";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { LineList } from "./line-list.tsx";
import { importPeople, type Outcome } from "./import-run.ts";
import type { Plan } from "./plan.ts";
import { resultRows } from "./result-rows.ts";
import { saveCsv } from "./save-file.ts";
import { Step } from "./step.tsx";
import { t } from "./strings/index.ts";

/** Imports what was planned, shows how far it is, and what came of it. Leaving the page ends it. */
export function RunImport({
  account,
  plan,
  withLinks,
  onAgain,
}: {
  readonly account: Account;
  readonly plan: Plan;
  readonly withLinks: boolean;
  readonly onAgain: () => void;
}): ReactNode {
  const { outcomes, pace, isRunning, error, resume, stop } = useImport(account, plan, withLinks);
  const total = plan.newcomers.length;
  const isDone = outcomes.length === total;
  if (isRunning)
    return (
      <Step key="running" label={t("importing")}>
        <Group title={t("importing")} intro={t("importingMore")}>
          <Progress done={outcomes.length} total={total} pace={pace} onStop={stop} />
        </Group>
      </Step>
    );
  const download = (): void => saveCsv(t("resultsFile"), resultRows(plan, outcomes));
  const hasLinks = outcomes.some(({ invitation }) => invitation !== null);
  const title = t(isDone ? "finished" : "stopped");
  return (
    <Step key="ended" label={title}>
      <Group title={title}>
        {error !== undefined && <Banner severity="danger" title={sentence(error)} />}
        <Summary plan={plan} outcomes={outcomes} withLinks={withLinks} />
        {hasLinks && (
          <Banner severity="warning" title={t("linksWarning")}>
            {t("linksWarningMore")}
          </Banner>
        )}
        <div className="settings-acts">
          {!isDone && (
            <Button variant="primary" onClick={resume}>
              {t("resume")}
            </Button>
          )}
          <Button
            variant={isDone ? "primary" : "secondary"}
            icon={<DownloadIcon />}
            onClick={download}
          >
            {t("downloadResults")}
          </Button>
          <Button onClick={onAgain}>{t("again")}</Button>
        </div>
      </Group>
    </Step>
  );
}

function Summary({
  plan,
  outcomes,
  withLinks,
}: {
  readonly plan: Plan;
  readonly outcomes: readonly Outcome[];
  readonly withLinks: boolean;
}): ReactNode {
  const of = (result: Outcome["result"]): Outcome[] =>
    outcomes.filter((one) => one.result === result);
  const created = of("created");
  const refused = of("refused");
  const unlinked = withLinks ? created.filter(({ invitation }) => invitation === null).length : 0;
  const present = plan.present.length + of("present").length;
  const failed = plan.unusable.length + refused.length;
  const left = plan.newcomers.length - outcomes.length;
  return (
    <>
      <div role="status">
        <ul className="people-import-counts">
          <li data-main>
            {created.length > 0 ? t("createdCount", { count: created.length }) : t("createdNone")}
          </li>
          {left > 0 && <li>{t("stoppedMore", { count: left })}</li>}
          {present > 0 && <li>{t("presentCount", { count: present })}</li>}
          {failed > 0 && <li>{t("refusedCount", { count: failed })}</li>}
          {unlinked > 0 && <li>{t("linkMissing", { count: unlinked })}</li>}
        </ul>
      </div>
      {refused.length > 0 && (
        <LineList
          label={t("refusedCount", { count: refused.length })}
          lines={refused.map(({ line, name, error }) => ({
            line,
            whom: name,
            why: sentence(error),
          }))}
        />
      )}
    </>
  );
}

function Progress({
  done,
  total,
  pace,
  onStop,
}: {
  readonly done: number;
  readonly total: number;
  readonly pace: number | undefined;
  readonly onStop: () => void;
}): ReactNode {
  const [isStopping, setStopping] = useState(false);
  const words = [
    t("progress", { done: formatNumber(done), total: formatNumber(total) }),
    ...(pace === undefined ? [] : [remaining(pace * (total - done))]),
  ].join(" · ");
  return (
    <>
      <progress
        className="people-import-bar"
        aria-label={t("importing")}
        max={total}
        value={done}
      />
      <div className="people-import-pace">
        <span className="settings-quiet">{words}</span>
        <Button
          disabled={isStopping}
          onClick={() => {
            setStopping(true);
            onStop();
          }}
        >
          {t(isStopping ? "stopping" : "stop")}
        </Button>
      </div>
    </>
  );
}

/** How long the rest takes, as long as what is done did. */
function remaining(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60
    ? t("secondsLeft", { count: seconds })
    : t("minutesLeft", { count: Math.ceil(seconds / 60) });
}

/** An import that starts at once, can be stopped, and goes on where it was. */
function useImport(account: Account, { newcomers }: Plan, withLinks: boolean) {
  const client = useClient();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  /** Milliseconds that one person takes; unknown before the first ones are done. */
  const [pace, setPace] = useState<number>();
  const [attempt, setAttempt] = useState(1);
  const [ended, setEnded] = useState<{ readonly attempt: number; readonly error?: unknown }>();
  const run = useRef<AbortController>(null);
  const done = useRef(0);
  useEffect(() => {
    const controller = new AbortController();
    run.current = controller;
    const began = { at: performance.now(), done: done.current };
    importPeople(newcomers.slice(began.done), {
      client,
      account,
      prove: proven,
      withLinks,
      signal: controller.signal,
      onOutcomes(more) {
        done.current += more.length;
        setPace((performance.now() - began.at) / (done.current - began.done));
        setOutcomes((before) => [...before, ...more]);
      },
    }).then(
      () => setEnded({ attempt }),
      (error: unknown) => setEnded({ attempt, error }),
    );
    return () => controller.abort();
  }, [client, account, newcomers, withLinks, attempt]);
  return {
    outcomes,
    pace,
    isRunning: ended?.attempt !== attempt,
    error: ended?.error,
    resume: () => setAttempt(attempt + 1),
    stop: () => run.current?.abort(),
  };
}
