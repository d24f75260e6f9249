import { formatNumber } from "@atrium/i18n";
import { Button, CloseIcon, IconButton } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { remaining } from "./batches.ts";
import { dismissJob, isUnderWay, useBulkJobs, type BulkJob } from "./bulk-jobs.ts";
import "./bulk-progress.css";

/** What long actions are under way, how far they are, and what became of them. */
export function BulkProgress(): ReactNode {
  const jobs = useBulkJobs();
  return (
    <section className="mail-bulk" aria-label={t("bulkJobs")}>
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </section>
  );
}

function JobCard({ job }: { readonly job: BulkJob }): ReactNode {
  const { id, title, state, total, past, cancel, resume, undo } = job;
  const isBusy = isUnderWay(job);
  return (
    <div className="mail-bulk-card" data-state={state}>
      <div className="mail-bulk-head">
        <strong className="mail-bulk-title">{title}</strong>
        {!isBusy && (
          <IconButton
            label={t("close")}
            size="small"
            icon={<CloseIcon />}
            onClick={() => dismissJob(id)}
          />
        )}
      </div>
      {isBusy && (
        <progress
          className="mail-bulk-bar"
          aria-label={title}
          {...(total > 0 && { max: total, value: past })}
        />
      )}
      <div className="mail-bulk-foot">
        <span className="mail-bulk-words" role={isBusy ? undefined : "status"}>
          {isBusy ? <Pace job={job} /> : outcome(job)}
        </span>
        {isBusy && (
          <Button size="small" onClick={cancel}>
            {t("bulkCancel")}
          </Button>
        )}
        {(state === "stopped" || state === "cancelled") && (
          <Button size="small" onClick={resume}>
            {t("bulkResume")}
          </Button>
        )}
        {!isBusy && undo && (
          <Button size="small" onClick={undo}>
            {t("undo")}
          </Button>
        )}
      </div>
    </div>
  );
}

function Pace({ job: { total, past, started } }: { readonly job: BulkJob }): ReactNode {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const clock = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(clock);
  }, []);
  if (total === 0) return t("bulkCollecting");
  const seconds = remaining(past - started.past, total - started.past, now - started.at);
  const far = t("bulkFar", { past: formatNumber(past), total: formatNumber(total) });
  if (seconds === undefined) return far;
  const left =
    seconds < 60
      ? t("secondsLeft", { count: seconds })
      : t("minutesLeft", { count: Math.ceil(seconds / 60) });
  return `${far} · ${left}`;
}

/** What really happened, also where not all of it did. */
function outcome({ state, total, past, failed }: BulkJob): string {
  const done = formatNumber(past - failed);
  const all = formatNumber(total);
  if (state === "done" && failed === 0) return t("bulkDone", { count: total });
  const partly = t("bulkPartly", { done, total: all });
  if (state === "stopped") return `${t("bulkStopped")} ${partly}`;
  return failed > 0 ? `${partly} ${t("bulkFailed", { count: failed })}` : partly;
}
