/** One line, or one layer of bars. */
export interface ChartSeries {
  readonly name: string;
  readonly tone: "accent" | "info" | "success" | "warning" | "danger";
  /** One for each time; `null` where it is not known. */
  readonly values: readonly (number | null)[];
}

export type ChartKind = "lines" | "bars";

/** What is to be drawn: the place of each value, in a plane of this size. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  /** The value at the upper edge. */
  readonly top: number;
  readonly count: number;
}

/** Middle of a time's place. */
export const xAt = ({ width, count }: Plane, index: number): number =>
  ((index + 0.5) * width) / Math.max(1, count);

export const yAt = ({ height, top }: Plane, value: number): number =>
  height - (value / top) * height;

const round = (value: number): number => Math.round(value * 10) / 10;

/** A line through the values, broken where one is not known; one that stands alone is a dot. */
export function linePath(plane: Plane, values: ChartSeries["values"]): string {
  let path = "";
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const [x, y] = [round(xAt(plane, index)), round(yAt(plane, value))];
    const isStart = index === 0 || (values[index - 1] ?? null) === null;
    const isAlone = isStart && (values[index + 1] ?? null) === null;
    path += isStart ? `M${x} ${y}` : `L${x} ${y}`;
    if (isAlone) path += "h0.1";
  }
  return path;
}

/** The ground under a line. */
export function areaPath(plane: Plane, values: ChartSeries["values"]): string {
  let path = "";
  let from = -1;
  for (let index = 0; index <= values.length; index += 1) {
    const isKnown = (values[index] ?? null) !== null;
    if (isKnown && from < 0) from = index;
    if (isKnown || from < 0) continue;
    const part = values.slice(from, index).map((value) => value ?? 0);
    const points = part.map(
      (value, at) => `L${round(xAt(plane, from + at))} ${round(yAt(plane, value))}`,
    );
    path += `M${round(xAt(plane, from))} ${plane.height}${points.join("")}L${round(xAt(plane, index - 1))} ${plane.height}Z`;
    from = -1;
  }
  return path;
}

/** Bars of one series on top of those below it. */
export function barsPath(
  plane: Plane,
  values: ChartSeries["values"],
  below: readonly number[],
): string {
  const place = plane.width / Math.max(1, plane.count);
  const width = round(place > 5 ? place * 0.72 : Math.max(1, place - 0.5));
  return values
    .flatMap((value, index) => {
      if (value === null || value === 0) return [];
      const base = below[index] ?? 0;
      const [low, high] = [yAt(plane, base), yAt(plane, base + value)];
      // What is there is seen, however small beside the rest.
      const height = Math.max(1.5, low - high);
      return [
        `M${round(xAt(plane, index) - width / 2)} ${round(low)}v${round(-height)}h${width}v${round(height)}Z`,
      ];
    })
    .join("");
}

/** What lies below each series when all are put on top of each other; behind the last, the whole. */
export function stacked(series: readonly ChartSeries[]): readonly (readonly number[])[] {
  const layers: number[][] = [series[0]?.values.map(() => 0) ?? []];
  for (const { values } of series)
    layers.push(values.map((value, index) => (layers.at(-1)![index] ?? 0) + (value ?? 0)));
  return layers;
}
