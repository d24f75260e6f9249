import { useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { ChartTable, valueText } from "./chart-table.tsx";
import { Legend, Swatch } from "./legend.tsx";
import { FOOT, Plot, TOP } from "./plot.tsx";
import { valueTicks } from "./scale.ts";
import { stacked, xAt, type ChartKind, type ChartSeries } from "./series.ts";
import { t } from "./strings/index.ts";
import { useWidth } from "./use-width.ts";
import "./chart.css";

export interface ChartProps {
  /** What it shows. It stands as a heading elsewhere. */
  readonly label: string;
  /** The same in a sentence, for whom the drawing says nothing. */
  readonly summary: string;
  /** `bars` stand on each other, `lines` beside. */
  readonly kind: ChartKind;
  readonly series: readonly ChartSeries[];
  /** When each value begins (milliseconds); the last is still growing. */
  readonly times: readonly number[];
  readonly format: (value: number) => string;
  readonly formatMoment: (time: number) => string;
  /** What the legend says of each series. */
  readonly figures: readonly string[];
}

const HEIGHT = 148;
/** Of a figure of 12 px, about. */
const DIGIT = 7.2;

/** Values over time. Each is read by pointer, by arrow keys, and in a table. */
export function Chart(props: ChartProps): ReactNode {
  const { label, summary, kind, series, times, format, formatMoment, figures } = props;
  const [ref, whole] = useWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const summaryId = useId();
  const values = kind === "bars" ? stacked(series).at(-1)! : series.flatMap((one) => one.values);
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  const ticks = valueTicks(largest);
  const gutter = 14 + Math.ceil(DIGIT * Math.max(...ticks.map((tick) => digitsIn(format(tick)))));
  const count = times.length;
  const plane = { width: Math.max(0, whole - gutter), height: HEIGHT, top: ticks.at(-1)!, count };
  const last = count - 1;
  const at = pointed === undefined ? undefined : Math.min(pointed, last);

  function point(event: PointerEvent<HTMLElement>): void {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - gutter;
    setPointed(Math.max(0, Math.min(last, Math.floor((x / plane.width) * count))));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const from = at ?? last;
    const to = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      PageDown: from - Math.ceil(count / 10),
      PageUp: from + Math.ceil(count / 10),
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setPointed(Math.max(0, Math.min(last, to)));
  }

  return (
    <figure className="a-chart">
      <figcaption className="a-hidden" id={summaryId}>
        {summary}
      </figcaption>
      <Legend kind={kind} series={series} figures={figures} />
      <div
        ref={ref}
        className="a-chart-plot"
        style={{ blockSize: HEIGHT + FOOT + TOP }}
        role="slider"
        tabIndex={0}
        aria-label={t("valuesOf", { label })}
        aria-describedby={summaryId}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={wordsOf(props, at ?? last)}
        onKeyDown={onKeyDown}
        onFocus={() => setPointed((before) => before ?? last)}
        onBlur={() => setPointed(undefined)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        {whole > 0 && (
          <Plot {...{ kind, series, times, ticks, format, plane, gutter }} pointed={at} />
        )}
        {largest === 0 && <p className="a-chart-nothing">{t("nothing")}</p>}
        {at !== undefined && whole > 0 && largest > 0 && (
          <Readout {...props} at={at} x={gutter + xAt(plane, at)} isLeft={at < count / 2} />
        )}
      </div>
      <ChartTable {...{ label, series, times, formatMoment, format }} />
    </figure>
  );
}

/** What the chart says of one time, in a line. */
function wordsOf({ series, times, format, formatMoment }: ChartProps, index: number): string {
  const words = series.map(
    ({ name, values }) => `${name} ${valueText(values[index] ?? null, format)}`,
  );
  return `${momentOf(times, index, formatMoment)}: ${words.join(", ")}`;
}

function momentOf(
  times: readonly number[],
  index: number,
  formatMoment: ChartProps["formatMoment"],
): string {
  const moment = formatMoment(times[index] ?? 0);
  return index === times.length - 1 ? `${moment} (${t("soFar")})` : moment;
}

/** The values of one time, beside the line that points at it. */
function Readout({
  kind,
  series,
  times,
  format,
  formatMoment,
  at,
  x,
  isLeft,
}: ChartProps & {
  readonly at: number;
  readonly x: number;
  readonly isLeft: boolean;
}): ReactNode {
  return (
    <div className="a-chart-readout" data-left={isLeft} style={{ insetInlineStart: x }} aria-hidden>
      <p>{momentOf(times, at, formatMoment)}</p>
      <ul>
        {series.map(({ name, tone, values }, order) => (
          <li key={name}>
            <Swatch kind={kind} tone={tone} order={order} />
            <span>{name}</span>
            <strong>{valueText(values[at] ?? null, format)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Room that a text takes, in digits: a syllable of Hangul is as wide as two. */
function digitsIn(text: string): number {
  return text.length + (text.match(/[\u1100-\uffef]/g)?.length ?? 0);
}
