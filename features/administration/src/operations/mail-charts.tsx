import type { CountedFigure } from "@atrium/contract/types/operations";
import { formatNumber } from "@atrium/i18n";
import type { ChartProps } from "@atrium/ui/chart";
import type { ReactNode } from "react";
import { Group } from "@atrium/settings-page";
import { HistoryChart, sumOf } from "./history-chart.tsx";
import type { Timeline } from "./timeline.ts";
import { t } from "./strings/index.ts";

type Drawn = Pick<ChartProps, "format" | "series" | "figures">;
type Tone = ChartProps["series"][number]["tone"];

/** How mail came and went, and what was turned away. */
export function MailCharts({ timeline }: { readonly timeline: Timeline }): ReactNode {
  const { counts } = timeline;
  const total = (figure: CountedFigure): string => formatNumber(sumOf(counts[figure]));
  const drawn = (...parts: readonly (readonly [CountedFigure, Tone])[]): Drawn => ({
    format: formatNumber,
    series: parts.map(([figure, tone]) => ({ name: t(figure), tone, values: counts[figure] })),
    figures: parts.map(([figure]) => total(figure)),
  });
  return (
    <Group title={t("mail")}>
      <div className="operations-pair">
        <HistoryChart
          timeline={timeline}
          title={t("mailInAndOut")}
          kind="lines"
          summary={t("mailSummary", {
            received: total("received"),
            sent: total("sent"),
            delivered: total("delivered"),
          })}
          {...drawn(["received", "accent"], ["sent", "success"], ["delivered", "info"])}
        />
        <HistoryChart
          timeline={timeline}
          title={t("refusals")}
          kind="bars"
          summary={t("refusalSummary", {
            refused: total("refused"),
            bounced: total("bounced"),
            deferred: total("deferred"),
          })}
          {...drawn(["refused", "warning"], ["bounced", "danger"], ["deferred", "info"])}
        />
      </div>
    </Group>
  );
}
