import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SIZES, sizesOf, WAYS, type Outcome, type Step, type Task, type Way } from "./task.ts";

const NAMES: Readonly<Record<Way, string>> = {
  mouse: "Mouse",
  keyboard: "Keyboard alone",
  touch: "Touch (phone, 390 px)",
};

/**
 * Puts what was done beside what was done before, and writes the page that says how each task is done. One that is done
 * again takes the place of what was known of it.
 */
export function writeRecord(docs: string, tasks: readonly Task[], done: readonly Outcome[]): void {
  const file = join(docs, "tasks/steps.json");
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Outcome[]) : [];
  const isNew = (one: Outcome): boolean =>
    !done.some(
      ({ task, way, width }) => task === one.task && way === one.way && width === one.width,
    );
  const all = [...before.filter(isNew), ...done];
  const outcomes = tasks.flatMap((task) =>
    WAYS.flatMap((way) =>
      sizesOf(task, way).flatMap(({ width }) => find(all, task, way, width) ?? []),
    ),
  );
  writeFileSync(file, `${JSON.stringify(outcomes, null, 2)}\n`);
  const known = tasks.filter(({ name }) => outcomes.some(({ task }) => task === name));
  const sections = known.map((task) => section(task, outcomes));
  writeFileSync(join(docs, "tasks.md"), `${INTRODUCTION}${sections.join("\n")}`);
}

const find = (
  outcomes: readonly Outcome[],
  { name }: Task,
  way: Way,
  width: number,
): Outcome | undefined =>
  outcomes.find((one) => one.task === name && one.way === way && one.width === width);

const INTRODUCTION = `# Twenty-four tasks

Everyday work with mail and files, done in a real browser by mouse, by keyboard alone, and by touch on a phone of 390 pixels; the last
eight in each of these ways at five widths, from a large screen to a phone. \`npm run tasks\` performs them on a server with the demo
organisation, checks over JMAP that each was really done, checks after every action that the focus is not lost, and writes this page with its
pictures.

An action is a click, a tap, a drag, a scroll to a place, a key press (\`g d\` is one), or text typed without a break. For
comparison, each table has the actions that Gmail needs, as far as known to us, counted in the same way from the open inbox.

`;

function section(task: Task, outcomes: readonly Outcome[]): string {
  const done = WAYS.map((way) => find(outcomes, task, way, sizesOf(task, way)[0]!.width));
  const ways = WAYS.filter((_, index) => done[index] !== undefined);
  return `## ${task.title}

${task.goal}

| actions | ${ways.map((way) => NAMES[way]).join(" | ")} |
|---|${ways.map(() => "---|").join("")}
${rows(task, ways, outcomes).join("\n")}
| Gmail | ${ways.map((way) => task.gmail[way]).join(" | ")} |
${task.note === undefined ? "" : `\n${task.note}\n`}
${ways.map((way) => `- **${NAMES[way]}**: ${sentence(done[WAYS.indexOf(way)]!.steps)}`).join("\n")}

${ways.map((way) => `<img src="tasks/${task.name}-${way}.webp" alt="${task.title}: ${NAMES[way].toLowerCase()}" height="320">`).join(" ")}
`;
}

/** A row for each width; those with the same numbers share one. */
function rows(task: Task, ways: readonly Way[], outcomes: readonly Outcome[]): string[] {
  const number = (way: Way, width: number): string =>
    String(find(outcomes, task, way, width)?.acts ?? "");
  if (!task.everywhere)
    return [
      `| Atrium | ${ways.map((way) => number(way, sizesOf(task, way)[0]!.width)).join(" | ")} |`,
    ];
  const widths = new Map<string, number[]>();
  for (const { width } of SIZES) {
    const numbers = ways.map((way) => number(way, width)).join(" | ");
    widths.set(numbers, [...(widths.get(numbers) ?? []), width]);
  }
  return [...widths].map(([numbers, of]) =>
    of.length === SIZES.length
      ? `| Atrium, at all five widths | ${numbers} |`
      : `| Atrium, ${of.join(", ")} px | ${numbers} |`,
  );
}

function sentence(steps: readonly Step[]): string {
  return steps.map(({ words, times }) => (times > 1 ? `${words} ×${times}` : words)).join(" · ");
}
