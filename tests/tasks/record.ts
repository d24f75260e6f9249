import { writeFileSync } from "node:fs";
import { WAYS, type Outcome, type Step, type Task, type Way } from "./task.ts";

const NAMES: Readonly<Record<Way, string>> = {
  mouse: "Mouse",
  keyboard: "Keyboard alone",
  touch: "Phone, 390 px",
};

/** Writes the page that says how each task is done. */
export function writeRecord(
  path: string,
  tasks: readonly Task[],
  outcomes: readonly Outcome[],
): void {
  writeFileSync(path, `${INTRODUCTION}${tasks.map((task) => section(task, outcomes)).join("\n")}`);
}

const INTRODUCTION = `# Twelve tasks

What people do with mail all day, done in a real browser by mouse, by the keyboard alone, and on a phone of 390 pixels by
touch. \`npm run tasks\` does them on a server with the demo organisation, asks the server by JMAP whether each was really
done, looks after every act whether the focus is somewhere, and writes this page with its pictures.

An act is a click, a tap, a drag, a press of a key, or a text typed without a break. Beside them stands what Gmail needs for
the same, as far as it is known to us.

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
