import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MOST_EXAMINED, MOST_REDUCED, MOST_TURN } from "./bounds.ts";
import type { FuzzServer } from "./fuzz-server.ts";
import type { Problem, Subject } from "./problem.ts";

/** A problem with what brings it about, as small as it was found. */
export interface Failure extends Problem {
  /** Of the item; null where only several together do it. */
  readonly index: number | null;
  readonly reproducer: string;
}

export interface Campaign {
  readonly failures: readonly Failure[];
  /** Problems that did not come again when the same was done once more, in words. */
  readonly unrepeated: readonly string[];
  /** Of the turns of the event loop (milliseconds of CPU time). */
  readonly longest: number;
  readonly withCollections: number;
  readonly longestCollection: number;
  /** Octets. */
  readonly held: number;
}

/** Items that are run together. */
const BATCH = 64;
/** The kind of problem that is a turn above the bound. */
export const HELD_TURN = "the event loop was held";

/**
 * Runs items and reduces what fails: first to one item, then to the fewest of its steps.
 * @param options.restart ends a server that is dead or deaf, and starts another, for which the subject is prepared.
 */
export async function runCampaign<Item>(
  subject: Subject<Item>,
  options: {
    readonly first: number;
    readonly count: number;
    readonly server: () => FuzzServer;
    readonly restart: () => Promise<void>;
    /** Called with each failure as soon as it is found. */
    readonly failed?: (failure: Failure) => void;
    readonly progress?: (done: number) => Promise<void> | void;
  },
): Promise<Campaign> {
  const { first, count, server, restart } = options;
  const failures: Failure[] = [];
  const unrepeated: string[] = [];
  const most = { longest: 0, withCollections: 0, longestCollection: 0, held: 0 };
  const seen = new Map<string, number>();
  let examined = 0;
  const fail = (failure: Failure): void => {
    failures.push(failure);
    options.failed?.(failure);
  };

  async function attempt(items: readonly Item[]): Promise<readonly Problem[]> {
    if (!server().isAlive()) await restart();
    await server().resetProbe();
    const problems = [...(await subject.run(items))];
    const isDeaf = !(await isAnswering(server()));
    problems.push(...server().faults().map(asProblem));
    if (isDeaf) {
      problems.unshift({
        kind: "the server is gone or deaf",
        detail: problems.map(({ detail }) => detail).join("; "),
      });
      await restart();
      return problems;
    }
    return problems;
  }

  /** With what the turns took. */
  async function watched(items: readonly Item[], isCounted: boolean): Promise<readonly Problem[]> {
    let reading = null;
    const problems = await attempt(items);
    if (server().isAlive()) reading = await server().readProbe();
    if (reading === null) return problems;
    if (isCounted) {
      most.longest = Math.max(most.longest, reading.longest);
      most.withCollections = Math.max(most.withCollections, reading.withCollections);
      most.longestCollection = Math.max(most.longestCollection, reading.longestCollection);
      most.held = Math.max(most.held, server().held());
    }
    if (reading.longest <= MOST_TURN) return problems;
    // On a machine that is slow, or busy with others, the same work takes longer.
    if (reading.longest <= MOST_TURN * (await server().pace())) return problems;
    return [...problems, { kind: HELD_TURN, detail: `${Math.round(reading.longest)} ms` }];
  }

  const shows = async (items: readonly Item[], kind: string): Promise<Problem | undefined> =>
    (await watched(items, false)).find((problem) => problem.kind === kind);

  /** Which item it was, and of its steps those that are needed. */
  async function reduce(from: number, items: readonly Item[], problem: Problem): Promise<void> {
    const { kind } = problem;
    let alone: { index: number; problem: Problem } | null = null;
    const order = problem.at === undefined ? items.keys() : [problem.at, ...items.keys()];
    for (const at of order) {
      const found = await shows([items[at]!], kind);
      // A turn counts when the same item holds the loop once more: a compiler's work, say, is done once.
      if (found === undefined || (kind === HELD_TURN && !(await shows([items[at]!], kind))))
        continue;
      alone = { index: from + at, problem: found };
      break;
    }
    if (alone === null) {
      const again = await shows(items, kind);
      if (again === undefined)
        unrepeated.push(`${kind}: ${problem.detail} (${subject.name} from ${from})`);
      else
        fail({
          ...again,
          index: null,
          reproducer: `${subject.name} ${from} to ${from + items.length - 1} together`,
        });
      return;
    }
    let steps = [...subject.stepsOf(subject.make(alone.index))];
    for (const step of steps) {
      const fewer = steps.filter((one) => one !== step);
      if (fewer.length > 0 && (await shows([subject.make(alone.index, fewer)], kind)))
        steps = fewer;
    }
    const item = subject.make(alone.index, steps);
    const where =
      kind === HELD_TURN ? ` in ${await server().profile(() => subject.run([item]))}` : "";
    const file = join(
      mkdtempSync(join(tmpdir(), "atrium-fuzz-")),
      `${subject.name}-${alone.index}`,
    );
    writeFileSync(file, subject.bytesOf(item));
    fail({
      ...alone.problem,
      detail: alone.problem.detail + where,
      index: alone.index,
      reproducer: `${subject.name} ${alone.index}, steps ${steps.join(",")}: ${subject.describe(item)} (${file})`,
    });
  }

  for (let from = first; from < first + count; from += BATCH) {
    const size = Math.min(BATCH, first + count - from);
    const items = Array.from({ length: size }, (_, at) => subject.make(from + at));
    const problems = await watched(items, true);
    for (const [kind, problem] of new Map(problems.map((one) => [one.kind, one]))) {
      const times = (seen.get(kind) ?? 0) + 1;
      seen.set(kind, times);
      examined += 1;
      if (times <= MOST_REDUCED && examined <= MOST_EXAMINED) await reduce(from, items, problem);
      else fail({ ...problem, index: null, reproducer: `${subject.name} from ${from}` });
    }
    await options.progress?.(from + size - first);
  }
  return { failures, unrepeated, ...most };
}

/** An error of the log is known by its message and where it was thrown. */
function asProblem(fault: string): Problem {
  const stack = /"stack":"((?:[^"\\]|\\.)*)"/.exec(fault)?.[1] ?? fault;
  const frames = stack
    .split(/\\n\s*|\n\s*/)
    .filter((line) => /^at .*\/(server|formats|contract)\/src\//.test(line));
  const [place = ""] = frames;
  const message = stack.split(/\\n|\n/)[0]!.slice(0, 200);
  return {
    kind: `an error in the log: ${place.replace(/^at |file:\/\/\S*?\/(?=server|formats|contract)/g, "") || message}`,
    detail: message,
  };
}

async function isAnswering(server: FuzzServer): Promise<boolean> {
  return (
    server.isAlive() &&
    (await server.readProbe().then(
      () => true,
      () => false,
    ))
  );
}
