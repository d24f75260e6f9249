import { formatDay, formatTime } from "@atrium/i18n";
import { useId, type ReactNode } from "react";
import { timeTicks } from "./scale.ts";
import {
  areaPath,
  barsPath,
  linePath,
  stacked,
  xAt,
  yAt,
  type ChartKind,
  type ChartSeries,
  type Plane,
} from "./series.ts";

/** Room under the plane for times. */
export const FOOT = 20;
/** Between two times. */
const TIME_WIDTH = 84;

/** The drawing itself: lines of the values, times below, the series. For eyes alone. */
export function Plot({
  kind,
  series,
  times,
  ticks,
  format,
  plane,
  gutter,
  pointed,
}: {
  readonly kind: ChartKind;
  readonly series: readonly ChartSeries[];
  readonly times: readonly number[];
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  readonly plane: Plane;
  /** Room for the values beside the plane. */
  readonly gutter: number;
  readonly pointed: number | undefined;
}): ReactNode {
  const { width, height } = plane;
  const { indexes, isDay } = timeTicks(times, Math.max(1, Math.floor(width / TIME_WIDTH)));
  const left = (index: number): number => xAt(plane, index) - width / plane.count / 2;
  return (
    <svg
      className="a-chart-drawing"
      width={gutter + width}
      height={height + FOOT + TOP}
      aria-hidden="true"
    >
      <g transform={`translate(${gutter} ${TOP})`}>
        {ticks.map((tick) => (
          <g key={tick} transform={`translate(0 ${Math.round(yAt(plane, tick)) + 0.5})`}>
            <line className="a-chart-line" data-base={tick === 0} x2={width} />
            <text x={-8} dy="0.32em" textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {indexes
          .filter((index) => left(index) > 16 && left(index) < width - 20)
          .map((index) => (
            <text key={index} x={left(index)} y={height + 16} textAnchor="middle">
              {isDay ? formatDay(times[index]!) : formatTime(times[index]!)}
            </text>
          ))}
        {pointed !== undefined && (
          <line
            className="a-chart-pointer"
            x1={xAt(plane, pointed)}
            x2={xAt(plane, pointed)}
            y2={height}
          />
        )}
        {kind === "lines" ? (
          <Lines series={series} plane={plane} pointed={pointed} />
        ) : (
          <Bars series={series} plane={plane} />
        )}
      </g>
    </svg>
  );
}

/** Room above the plane, for half a line of the topmost value. */
export const TOP = 8;

function Lines({
  series,
  plane,
  pointed,
}: {
  readonly series: readonly ChartSeries[];
  readonly plane: Plane;
  readonly pointed: number | undefined;
}): ReactNode {
  return series.map(({ name, tone, values }, order) => {
    const value = pointed === undefined ? null : (values[pointed] ?? null);
    return (
      <g key={name} data-tone={tone} data-order={order}>
        <path className="a-chart-area" d={areaPath(plane, values)} />
        <path className="a-chart-stroke" d={linePath(plane, values)} />
        {value !== null && (
          <circle className="a-chart-dot" cx={xAt(plane, pointed!)} cy={yAt(plane, value)} r={4} />
        )}
      </g>
    );
  });
}

function Bars({
  series,
  plane,
}: {
  readonly series: readonly ChartSeries[];
  readonly plane: Plane;
}): ReactNode {
  const layers = stacked(series);
  return series.map(({ name, tone, values }, order) => (
    <g key={name} data-tone={tone} data-order={order}>
      <BarPattern order={order}>
        {(fill) => <path fill={fill} d={barsPath(plane, values, layers[order]!)} />}
      </BarPattern>
    </g>
  ));
}

/** Layers differ by their pattern, not by their colour alone: full, hatched, dotted. */
export function BarPattern({
  order,
  children,
}: {
  readonly order: number;
  readonly children: (fill: string) => ReactNode;
}): ReactNode {
  const id = useId();
  if (order === 0) return children("var(--tone)");
  return (
    <>
      <pattern
        id={id}
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect className="a-chart-pattern" width="4" height="4" />
        {order === 1 ? (
          <rect className="a-chart-mark" width="2" height="4" />
        ) : (
          <circle className="a-chart-mark" cx="2" cy="2" r="1.3" />
        )}
      </pattern>
      {children(`url(#${CSS.escape(id)})`)}
    </>
  );
}
