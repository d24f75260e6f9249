import type { CountedFigure } from "@atrium/contract/types/operations";
import { formatNumber } from "@atrium/i18n";
import type { ReactNode } from "react";
import { Group } from "../section.tsx";
import { HistoryChart, sumOf } from "./history-chart.tsx";
import type { Timeline } from "./timeline.ts";
import { t } from "./strings/index.ts";

/** How mail came and went, and what was turned away. */
export function MailCharts({ timeline }: { readonly timeline: Timeline }): ReactNode {
  const { counts } = timeline;
  const total = (figure: CountedFigure): string => formatNumber(sumOf(counts[figure]));
  return (
    <Group title={t("mail")}>
      <div className="operations-pair">
        <HistoryChart
          timeline={timeline}
          title={t("mailInAndOut")}
          kind="lines"
          format={formatNumber}
          summary={t("mailSummary", {
            received: total("received"),
            sent: total("sent"),
            delivered: total("delivered"),
          })}
          series={[
            { name: t("received"), tone: "accent", values: counts.received },
            { name: t("sent"), tone: "success", values: counts.sent },
            { name: t("delivered"), tone: "info", values: counts.delivered },
          ]}
          figures={[total("received"), total("sent"), total("delivered")]}
        />
        <HistoryChart
          timeline={timeline}
          title={t("refusals")}
          kind="bars"
          format={formatNumber}
          summary={t("refusalSummary", {
            refused: total("refused"),
            bounced: total("bounced"),
            deferred: total("deferred"),
          })}
          series={[
            { name: t("refused"), tone: "warning", values: counts.refused },
            { name: t("bounced"), tone: "danger", values: counts.bounced },
            { name: t("deferred"), tone: "info", values: counts.deferred },
          ]}
          figures={[total("refused"), total("bounced"), total("deferred")]}
        />
      </div>
    </Group>
  );
}
