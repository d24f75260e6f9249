import { parseDate } from "../mime/index.ts";
import type { Step } from "./step.ts";
import type { Context } from "./context.ts";
import { datePart, offsetOf, zoneOffset, type Moment } from "./date-parts.ts";
import { namedFields } from "./values.ts";

/** The value that `date` and `currentdate` compare (RFC 5260 §4); none if there is no such date or date part. */
export function dateValues(step: Step, run: Context): readonly string[] {
  const { name, tags, args, line } = step;
  const { now, timeZone } = run.surroundings;
  const isNow = name === "currentdate";
  const given = isNow ? { at: now, offset: 0 } : momentOf(step, run);
  if (!given) return [];
  const moment = { at: given.at, offset: given.offset };
  if (tags.has("zone")) {
    const zone = run.variables.text(tags.get("zone"));
    moment.offset = zoneOffset(zone, line);
  } else if (!tags.has("originalzone")) moment.offset = offsetIn(timeZone, given.at);
  const value = datePart(moment, run.variables.text(args[isNow ? 0 : 1]));
  return value === undefined ? [] : [value];
}

function momentOf(step: Step, run: Context): Moment | undefined {
  const { tags, args } = step;
  const index = (tags.get("index") as number | undefined) ?? 1;
  const all = namedFields(step, run.variables.text(args[0]), run);
  const raw = all.at(tags.has("last") ? -index : index - 1)?.raw;
  if (raw === undefined) return undefined;
  run.budget.spend(raw.length);
  // In Received, the date follows the last semicolon.
  const text = parseDate(raw) ?? parseDate(raw.slice(raw.lastIndexOf(";") + 1));
  const at = new Date(text ?? Number.NaN);
  if (text === null || Number.isNaN(at.getTime())) return undefined;
  return { at, offset: offsetOf(text.slice(-6)) ?? 0 };
}

/** UTC offset of a time zone in minutes; 0 for an unknown zone. */
function offsetIn(timeZone: string, at: Date): number {
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value;
    return offsetOf(name?.replace("GMT", "") ?? "") ?? 0;
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}
