import { ICALENDAR_LIMITS } from "./limits.ts";

/** A property with its parameters, names in capitals (RFC 5545 §3.1). */
export interface ContentLine {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
  /** As it was written, unfolded. */
  readonly text: string;
}

/** A component, such as an event, with what lies in it (RFC 5545 §3.6). */
export interface Component {
  readonly name: string;
  readonly lines: ContentLine[];
  readonly components: Component[];
}

/** Parameters of one property. */
const MOST_PARAMETERS = 50;

/**
 * The components of a calendar object, in a component that has no name. Never throws: what is cut off ends where the text
 * does, and what was never begun is ended by nothing.
 */
export function readComponents(text: string): Component {
  const root: Component = { name: "", lines: [], components: [] };
  const open = [root];
  /** Begun inside what is too deep. */
  let ignored = 0;
  for (const line of unfold(text)) {
    const read = parseLine(line);
    if (read === null) continue;
    const kind = read.value.trim().toUpperCase();
    if (read.name === "BEGIN") {
      if (ignored > 0 || open.length > ICALENDAR_LIMITS.maxCalendarDepth) ignored += 1;
      else {
        const begun: Component = { name: kind, lines: [], components: [] };
        open.at(-1)!.components.push(begun);
        open.push(begun);
      }
    } else if (read.name === "END") {
      if (ignored > 0) ignored -= 1;
      else if (open.slice(1).some(({ name }) => name === kind)) while (open.pop()!.name !== kind);
    } else if (ignored === 0) open.at(-1)!.lines.push(read);
  }
  return root;
}

/** RFC 5545 §3.1: a line that starts with white space goes on with the one before. Some write only LF, or only CR. */
function unfold(text: string): string[] {
  return text
    .slice(0, ICALENDAR_LIMITS.maxCalendarCharacters)
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?|\n/g, "\n")
    .replaceAll(/\n[ \t]/g, "")
    .split("\n", ICALENDAR_LIMITS.maxCalendarLines);
}

const NAME = /^[\w-]{1,100}/;
const PARAMETER = /;([\w-]{1,100})=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/y;

function parseLine(text: string): ContentLine | null {
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return null;
  const parameters = new Map<string, string>();
  let at = name.length;
  for (let count = 0; count < MOST_PARAMETERS; count++) {
    PARAMETER.lastIndex = at;
    const found = PARAMETER.exec(text);
    if (found === null) break;
    const [whole, parameter, value] = found;
    parameters.set(parameter!.toUpperCase(), decodeParameter(value!.replaceAll('"', "")));
    at += whole.length;
  }
  if (text[at] !== ":") return null;
  return { name: name.toUpperCase(), parameters, value: text.slice(at + 1), text };
}

/** RFC 6868: a circumflex stands in front of what may not be in a parameter. */
const decodeParameter = (value: string): string =>
  value.replaceAll(/\^['n^]/g, (sign) => (sign === "^'" ? '"' : sign === "^n" ? " " : "^"));

/** The first property of that name. */
export const lineOf = (component: Component, name: string): ContentLine | undefined =>
  component.lines.find((line) => line.name === name);

/** RFC 5545 §3.3.11. */
export const unescapeText = (text: string): string =>
  text.replaceAll(/\\([\\;,:nN"])/g, (_, sign: string) =>
    sign === "n" || sign === "N" ? "\n" : sign,
  );

/** What people read of a property; null where there is nothing. */
export function textOf(component: Component, name: string): string | null {
  const line = lineOf(component, name);
  if (line === undefined) return null;
  return unescapeText(line.value.slice(0, ICALENDAR_LIMITS.maxCalendarText)).trim() || null;
}
