import { kindOf } from "./report.ts";
import type { Measured } from "./index.ts";

const WIDTH = 760;
const HEIGHT = 420;
const LEFT = 56;
const RIGHT = 260;
const TOP = 40;
const BOTTOM = 48;
/** Readable on white and on black, also for those who tell red and green apart with difficulty. */
const COLOURS = ["#2f7ed8", "#d9822b", "#8250df", "#1a9a76", "#cf3f6b", "#7d8590", "#b08800"];
const LINES = [
  "list of 50, first page",
  "list of 50, at an anchor",
  "list of 50, at offset 50,000",
  "open a message",
  "search, rare word",
  "search, common word",
  "changes after 500 updates",
];
/** Between two names. */
const LINE_HEIGHT = 17;

/** How processor time grows with the account, both axes logarithmic. A picture that needs nothing else. */
export function chart(all: readonly Measured[]): string {
  const lines = LINES.map((kind) => ({
    kind,
    points: all.flatMap(({ messages, costs }) =>
      costs
        .filter(({ name }) => kindOf(name) === kind)
        .map(({ cpu }) => ({ messages, ms: cpu.server + cpu.postgres })),
    ),
  })).filter(({ points }) => points.length > 0);
  const values = lines.flatMap(({ points }) => points.map(({ ms }) => ms));
  const [low, high] = [
    decade(Math.min(...values), Math.floor),
    decade(Math.max(...values), Math.ceil),
  ];
  const sizes = all.map(({ messages }) => messages);
  const [first, last] = [Math.log10(Math.min(...sizes)), Math.log10(Math.max(...sizes))];
  const x = (messages: number): number =>
    LEFT + ((Math.log10(messages) - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
  const y = (ms: number): number =>
    HEIGHT - BOTTOM - ((Math.log10(ms) - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const decades = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  const ends = apart(lines.map(({ points }) => y(points.at(-1)!.ms)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#7d8590">`,
    `<text x="${LEFT}" y="20">CPU of one request (server and PostgreSQL), ms, by messages in the account</text>`,
    ...decades.flatMap((ms) => [
      `<path d="M${LEFT} ${at(y(ms))}H${WIDTH - RIGHT}" stroke="#7d8590" stroke-opacity=".4"/>`,
      `<text x="${LEFT - 8}" y="${at(y(ms) + 4)}" text-anchor="end">${ms}</text>`,
    ]),
    ...sizes.map(
      (size) =>
        `<text x="${at(x(size))}" y="${HEIGHT - BOTTOM + 22}" text-anchor="middle">${size.toLocaleString("en")}</text>`,
    ),
    ...lines.flatMap(({ kind, points }, index) => {
      const colour = COLOURS[index]!;
      const path = points.map(({ messages, ms }) => `${at(x(messages))} ${at(y(ms))}`);
      return [
        `<path d="M${path.join("L")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        ...points.map(
          ({ messages, ms }) =>
            `<circle cx="${at(x(messages))}" cy="${at(y(ms))}" r="3" fill="${colour}"/>`,
        ),
        `<text x="${WIDTH - RIGHT + 12}" y="${at(ends[index]! + 4)}" fill="${colour}">${kind}</text>`,
      ];
    }),
    "</svg>",
    "",
  ].join("\n");
}

const decade = (ms: number, round: (power: number) => number): number => round(Math.log10(ms));

const at = (place: number): string => place.toFixed(1);

/** Moves names down that would stand on others; the last ones are not pushed out of the picture. */
function apart(wanted: readonly number[]): number[] {
  const order = [...wanted.keys()].sort((a, b) => wanted[a]! - wanted[b]!);
  const places = [...wanted];
  let least = TOP;
  for (const [index, line] of order.entries()) {
    const most = HEIGHT - BOTTOM - (order.length - 1 - index) * LINE_HEIGHT;
    places[line] = Math.min(Math.max(wanted[line]!, least), most);
    least = places[line] + LINE_HEIGHT;
  }
  return places;
}
