import type { ReactNode } from "react";
import { BarPattern } from "./plot.tsx";
import type { ChartKind, ChartSeries } from "./series.ts";

/** A piece of a series, as it is drawn. */
export function Swatch({
  kind,
  tone,
  order,
}: {
  readonly kind: ChartKind;
  readonly tone: ChartSeries["tone"];
  readonly order: number;
}): ReactNode {
  return (
    <svg
      className="a-chart-swatch"
      width="20"
      height="12"
      data-tone={tone}
      data-order={order}
      aria-hidden="true"
    >
      {kind === "lines" ? (
        <path className="a-chart-stroke" d="M1 6h18" />
      ) : (
        <BarPattern order={order}>
          {(fill) => <rect x="4" width="12" height="12" rx="2" fill={fill} />}
        </BarPattern>
      )}
    </svg>
  );
}

/** What the series are, each with a figure for the whole time where there is one. */
export function Legend({
  kind,
  series,
  figures,
}: {
  readonly kind: ChartKind;
  readonly series: readonly ChartSeries[];
  readonly figures: readonly string[];
}): ReactNode {
  return (
    <ul className="a-chart-legend">
      {series.map(({ name, tone }, order) => (
        <li key={name}>
          <Swatch kind={kind} tone={tone} order={order} />
          <span>{name}</span>
          <strong>{figures[order]}</strong>
        </li>
      ))}
    </ul>
  );
}
