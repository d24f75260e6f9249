import { execFileSync, spawnSync } from "node:child_process";

const READ = `
import json, sys
from icalendar import Calendar
def value(prop):
    if hasattr(prop, "dt"): return str(prop.dt)
    return str(prop)
def one(prop):
    return {"value": value(prop), "parameters": {k: str(v) for k, v in getattr(prop, "params", {}).items()}}
def walk(component):
    props = {}
    for name, prop in component.property_items(recursive=False):
        if name not in ("BEGIN", "END"): props.setdefault(name, []).append(one(prop))
    return {"name": component.name, "properties": props, "components": [walk(c) for c in component.subcomponents],
            "errors": [str(e) for e in getattr(component, "errors", [])]}
print(json.dumps([walk(Calendar.from_ical(text)) for text in json.load(sys.stdin)]))
`;

const EXPAND = `
import json, sys
from datetime import datetime
from itertools import islice, takewhile
from dateutil.rrule import rrulestr
from icalendar import vRecur
found = []
for text, start, most, end in json.load(sys.stdin):
    # Through what python3-icalendar reads of it, which knows no weekdays beyond the ninth.
    try: rule = vRecur(vRecur.from_ical(text)).to_ical().decode()
    except ValueError: rule = text
    first = datetime.strptime(start, "%Y-%m-%dT%H:%M:%S")
    last = datetime.strptime(end, "%Y-%m-%dT%H:%M:%S")
    times = takewhile(lambda at: at <= last, rrulestr(rule, dtstart=first))
    found.append([at.strftime("%Y-%m-%dT%H:%M:%S") for at in islice(times, most)])
print(json.dumps(found))
`;

/** Debian's Python has its packages, whatever other Python comes first. */
const python = ["/usr/bin/python3", "python3"].find(
  (program) => spawnSync(program, ["-c", "import icalendar, dateutil"]).status === 0,
);

/** Empty, or what is to stand behind the name of a test that is skipped. */
export const missing = python === undefined ? " (skipped: python3-icalendar is not installed)" : "";

const run = (program: string, input: unknown): unknown =>
  JSON.parse(
    execFileSync(python!, ["-c", program], {
      input: JSON.stringify(input),
      encoding: "utf8",
      maxBuffer: 50_000_000,
    }),
  );

export interface PythonComponent {
  readonly name: string;
  readonly properties: Readonly<
    Record<
      string,
      readonly {
        readonly value: string;
        readonly parameters: Readonly<Record<string, string>>;
      }[]
    >
  >;
  readonly components: readonly PythonComponent[];
  readonly errors: readonly string[];
}

/** What another library reads in calendar objects. */
export const readInPython = (texts: readonly string[]): PythonComponent[] =>
  run(READ, texts) as PythonComponent[];

/** A rule, its start, how many times are wanted at most and the last that is: times of a clock, to the second. */
export type Wanted = readonly [rule: string, start: string, most: number, end: string];

/** When others say that rules recur. */
export const expandInPython = (wanted: readonly Wanted[]): string[][] =>
  run(EXPAND, wanted) as string[][];
