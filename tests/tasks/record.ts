import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WAYS, type Outcome, type Step, type Task, type Way } from "./task.ts";

const NAMES: Readonly<Record<Way, string>> = {
  mouse: "Mouse",
  keyboard: "Keyboard alone",
  touch: "Phone, 390 px",
};

/**
 * Puts what was done beside what was done before, and writes the page that says how each task is done. One that is done
 * again takes the place of what was known of it.
 */
export function writeRecord(docs: string, tasks: readonly Task[], done: readonly Outcome[]): void {
  const file = join(docs, "tasks/steps.json");
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Outcome[]) : [];
  const isNew = (one: Outcome): boolean =>
    !done.some(({ task, way }) => task === one.task && way === one.way);
  const all = [...before.filter(isNew), ...done];
  const outcomes = tasks.flatMap(({ name }) =>
    WAYS.flatMap((way) => all.find((one) => one.task === name && one.way === way) ?? []),
  );
  writeFileSync(file, `${JSON.stringify(outcomes, null, 2)}\n`);
  const known = tasks.filter(({ name }) => outcomes.some(({ task }) => task === name));
  const sections = known.map((task) => section(task, outcomes));
  writeFileSync(join(docs, "tasks.md"), `${INTRODUCTION}${sections.join("\n")}`);
}

const INTRODUCTION = `# Twelve tasks

What people do with mail all day, done in a real browser by mouse, by the keyboard alone, and on a phone of 390 pixels by
touch. \`npm run tasks\` does them on a server with the demo organisation, asks the server by JMAP whether each was really
done, looks after every act whether the focus is somewhere, and writes this page with its pictures.

An act is a click, a tap, a drag, a scroll to a place, a press of a key (\`g d\` is one), or a text typed without a break. Beside
them stands what Gmail needs for the same, counted alike from the open inbox on, as far as it is known to us.

`;

function section(task: Task, outcomes: readonly Outcome[]): string {
  const done = WAYS.map((way) => outcomes.find((one) => one.task === task.name && one.way === way));
  const ways = WAYS.filter((_, index) => done[index] !== undefined);
  const number = (way: Way): string => String(done[WAYS.indexOf(way)]?.acts ?? "");
  return `## ${task.title}

${task.goal}

| acts | ${ways.map((way) => NAMES[way]).join(" | ")} |
|---|${ways.map(() => "---|").join("")}
| Atrium | ${ways.map(number).join(" | ")} |
| Gmail | ${ways.map((way) => task.gmail[way]).join(" | ")} |
${task.note === undefined ? "" : `\n${task.note}\n`}
${ways.map((way) => `- **${NAMES[way]}**: ${sentence(done[WAYS.indexOf(way)]!.steps)}`).join("\n")}

${ways.map((way) => `<img src="tasks/${task.name}-${way}.webp" alt="${task.title}: ${NAMES[way].toLowerCase()}" height="320">`).join(" ")}
`;
}

function sentence(steps: readonly Step[]): string {
  return steps.map(({ words, times }) => (times > 1 ? `${words} ×${times}` : words)).join(" · ");
}
