import type { HistoryRange } from "@atrium/contract/types/operations";
import { formatTime } from "@atrium/i18n";
import { Banner, Choice } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Answered, Section } from "@atrium/settings-page";
import { Faults } from "./faults.tsx";
import { Glance } from "./glance.tsx";
import { MailCharts } from "./mail-charts.tsx";
import { Processes } from "./processes.tsx";
import { QueueNow } from "./queue-now.tsx";
import { StorageNow } from "./storage-now.tsx";
import { t } from "./strings/index.ts";
import { useOperations } from "./use-operations.ts";
import "./operations.css";

const RANGES: readonly HistoryRange[] = ["hour", "day", "month"];

/** `/setting/operations`: how the server does. For administrators. */
export function Operations(): ReactNode {
  const [range, setRange] = useState<HistoryRange>("day");
  const { answer, isStale, reload } = useOperations(range);
  return (
    <Section
      title={t("title")}
      intro={t("intro")}
      action={
        <Choice
          label={t("range")}
          hideLabel
          options={RANGES.map((value) => ({ value, label: t(value) }))}
          value={range}
          onChange={setRange}
        />
      }
    >
      <div className="operations">
        <Answered answer={answer} onRetry={() => void reload()}>
          {({ now, timeline }) => (
            <>
              {isStale && (
                <Banner severity="warning" title={t("stale")}>
                  {t("staleMore", { time: formatTime(now.at) })}
                </Banner>
              )}
              <Glance now={now} />
              <MailCharts timeline={timeline} />
              <QueueNow now={now} timeline={timeline} reload={reload} />
              <StorageNow now={now} timeline={timeline} />
              <Processes now={now} />
              <Faults now={now} />
            </>
          )}
        </Answered>
      </div>
    </Section>
  );
}
