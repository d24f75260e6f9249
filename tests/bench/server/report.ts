import { brief, table } from "../figures.ts";
import type { Measured } from "./index.ts";
import type { Cost } from "./load.ts";

/** Milliseconds of processor time for one request, or what else a figure shall reach; by the beginning of its name. */
const GOALS: readonly (readonly [beginning: string, goal: string])[] = [
  ["list of 50, first page", "≤ 5 ms"],
  ["list of 50, at an anchor", "≤ 5 ms"],
  ["open a message", "≤ 3 ms"],
  ["search, no match", "≤ 1.5 ms"],
  ["search, rare word", "≤ 4 ms"],
  ["search", "≤ 10 ms"],
  ["changes after 500", "≤ 5 ms"],
  ["delivery of 50 kB, 1 at once", "≥ 110 a second, ≤ 7 ms"],
  ["delivery of 50 kB, 4 at once", "≥ 180 a second, ≤ 7 ms"],
  ["delivery of 50 kB, 10 at once", "≥ 220 a second, ≤ 7 ms"],
  ["delivery", "≥ 150 a second"],
  ["list by sender", "≤ 10 ms"],
];

const both = ({ cpu }: Cost): number => cpu.server + cpu.postgres;
const count = (value: number): string => value.toLocaleString("en");

/** Everything about the largest account, then how each figure has grown. */
export function report(all: readonly Measured[]): string {
  const largest = all.at(-1)!;
  return [
    `${count(largest.messages)} messages in ${count(largest.conversations)} conversations; milliseconds`,
    costsTable(largest.costs),
    "CPU of a request, server and PostgreSQL together, ms, by the number of messages",
    growthTable(all),
  ].join("\n\n");
}

function costsTable(costs: readonly Cost[]): string {
  const head =
    "|one client: median|p95|many: requests/s|median|p95|CPU: server|PostgreSQL|both|requests|goal";
  const rows = costs.map((cost) => [
    cost.name,
    ...figures(cost.alone),
    cost.perSecond < 10 ? brief(cost.perSecond) : count(Math.round(cost.perSecond)),
    ...figures(cost.crowd),
    brief(cost.cpu.server),
    brief(cost.cpu.postgres),
    brief(both(cost)),
    count(cost.requests),
    GOALS.find(([beginning]) => cost.name.startsWith(beginning))?.[1] ?? "",
  ]);
  return table(head.split("|"), rows);
}

const figures = (of: Cost["alone"]): string[] =>
  of === null ? ["", ""] : [brief(of.median), brief(of.p95)];

/** The offset is another one in a small account, and stands in the name. */
export const kindOf = (name: string): string => name.replace(/offset [\d,]+/, "offset 50,000");

function growthTable(all: readonly Measured[]): string {
  const kinds = [...new Set(all.flatMap(({ costs }) => costs.map(({ name }) => kindOf(name))))];
  const rows = kinds.map((kind) => [
    kind,
    ...all.map(({ costs }) => {
      const cost = costs.find(({ name }) => kindOf(name) === kind);
      return cost === undefined ? "" : brief(both(cost));
    }),
  ]);
  return table(["", ...all.map(({ messages }) => count(messages))], rows);
}
