import { BackgroundTask, type BackgroundTaskRecord } from "@atrium/contract/types/background-task";
import { formatNumber } from "@atrium/i18n";
import { isProvisional, type Account } from "@atrium/jmap";
import { Button, CloseIcon, IconButton, registerUndo, toast } from "@atrium/ui";
import { useCallback, useEffect, useLayoutEffect, useState, type ReactNode } from "react";
import { begin } from "./begin.ts";
import { secondsLeft } from "./pace.ts";
import { downloadReport } from "./report.ts";
import { isUnderWay } from "./shown-tasks.ts";
import { isBegunHere, useMayBeBegunHere } from "./started-here.ts";
import { t } from "./strings/index.ts";

/** How far a task is, and what became of it. */
export function TaskCard({
  account,
  task,
}: {
  readonly account: Account;
  readonly task: BackgroundTaskRecord;
}): ReactNode {
  const { id, name, state, total, done, failed, canUndo } = task;
  const isBusy = isUnderWay(task);
  const change = (mutation: object): void => {
    account
      .mutate({ type: BackgroundTask, ...mutation })
      .catch(() => toast({ severity: "danger", message: t("unreachable") }));
  };
  const { isAsked, undo } = useUndo(account, task);
  return (
    <div className="suite-task" data-state={failed > 0 ? "failed" : state}>
      <div className="suite-task-head">
        <strong className="suite-task-name" title={name}>
          {name}
        </strong>
        {!isBusy && (
          <IconButton
            label={t("close")}
            size="small"
            icon={<CloseIcon />}
            onClick={() => change({ destroy: [id] })}
          />
        )}
      </div>
      {isBusy && (
        <progress
          className="suite-task-bar"
          aria-label={name}
          {...(total && { max: total, value: done })}
        />
      )}
      <div className="suite-task-foot">
        <span className="suite-task-words" role={isBusy ? undefined : "status"}>
          {isBusy ? <Progress task={task} /> : outcome(task)}
        </span>
        {isBusy && !isProvisional(id) && (
          <Button size="small" onClick={() => change({ update: { [id]: { state: "cancelled" } } })}>
            {t("stop")}
          </Button>
        )}
        {failed > 0 && !isBusy && (
          <Button
            size="small"
            onClick={() =>
              void downloadReport(account, id).catch(() =>
                toast({ severity: "danger", message: t("unreachable") }),
              )
            }
          >
            {t("report")}
          </Button>
        )}
        {canUndo && (
          <Button size="small" busy={isAsked} onClick={undo}>
            {t("undo")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Takes it back by its button, and of this window's own tasks by the key. */
function useUndo(
  account: Account,
  { id, name, canUndo }: BackgroundTaskRecord,
): { readonly isAsked: boolean; readonly undo: () => void } {
  const [isAsked, setAsked] = useState(false);
  const mayBeFromHere = useMayBeBegunHere(id);
  const undo = useCallback(() => {
    setAsked(true);
    const task = {
      kind: "undo",
      name: t("undoing", { name }),
      arguments: { taskId: id },
    } as const;
    // What could not be asked for may be asked for again.
    void begin(account, task).then((isMade) => setAsked(isMade));
  }, [account, id, name]);
  // With what is shown, and not some time after: the key may be pressed as soon as the offer is seen.
  useLayoutEffect(() => {
    if (!canUndo || isAsked || !mayBeFromHere) return undefined;
    const offered = registerUndo(
      () => void isBegunHere(id).then((isFromHere) => isFromHere && undo()),
    );
    return () => void offered.withdraw();
  }, [canUndo, id, isAsked, mayBeFromHere, undo]);
  return { isAsked, undo };
}

function Progress({ task }: { readonly task: BackgroundTaskRecord }): ReactNode {
  const { state, total, done } = task;
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const clock = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(clock);
  }, []);
  // How much was done when this window saw it first.
  const [first] = useState({ at: now, done });
  if (state === "waiting") return t("waiting");
  if (total === null || total === undefined) return t("preparing");
  const far = t("far", { done: formatNumber(done), total: formatNumber(total) });
  const seconds = secondsLeft(first, { done, total, now });
  if (seconds === undefined) return far;
  const left =
    seconds < 60
      ? t("secondsLeft", { count: seconds })
      : t("minutesLeft", { count: Math.ceil(seconds / 60) });
  return `${far} · ${left}`;
}

/** What really happened, also where not all of it did. */
function outcome({ state, problem, total, done, failed }: BackgroundTaskRecord): string {
  if (state === "done" && failed === 0)
    return done === 0 ? t("nothing") : t("allDone", { count: done });
  const partly =
    total === null
      ? ""
      : t("partly", { done: formatNumber(done - failed), total: formatNumber(total) });
  const why = state === "failed" ? whyOf(problem) : state === "cancelled" ? t("stopped") : "";
  const refused = failed > 0 ? t("failed", { count: failed }) : "";
  return [why, partly, refused].filter((one) => one !== "").join(" ");
}

function whyOf(problem: string | null): string {
  switch (problem) {
    case "forbidden":
    case "accountReadOnly":
    case "accountNotFound":
      return t("forbidden");
    case "invalidArguments":
    case "unsupportedFilter":
      return t("gone");
    default:
      return t("broken");
  }
}
