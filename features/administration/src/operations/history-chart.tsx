import type { HistoryRange } from "@atrium/contract/types/operations";
import { formatDate, formatListTime, formatTime } from "@atrium/i18n";
import { Chart, type ChartProps } from "@atrium/ui/chart";
import type { ReactNode } from "react";
import type { Timeline } from "./timeline.ts";

/** What is called a moment in each range. */
const MOMENTS: Readonly<Record<HistoryRange, (time: number) => string>> = {
  hour: formatTime,
  day: (time) => {
    const day = formatListTime(time);
    const hour = formatTime(time);
    return day === hour ? hour : `${day} ${hour}`;
  },
  month: formatDate,
};

/** A chart of the history, under its heading. */
export function HistoryChart({
  timeline,
  title,
  ...chart
}: Omit<ChartProps, "label" | "times" | "formatMoment"> & {
  readonly timeline: Timeline;
  readonly title: string;
}): ReactNode {
  const { range, times } = timeline;
  return (
    <section className="operations-card">
      <h4>{title}</h4>
      <Chart {...chart} label={title} times={times} formatMoment={MOMENTS[range]} />
    </section>
  );
}

/** Sum of what was counted. */
export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0);
