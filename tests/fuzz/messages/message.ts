import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { choiceOf, type Choice } from "../choice.ts";
import { filling } from "./fillings.ts";
import { OCTETS, STRUCTURE } from "./structure.ts";
import { template } from "./templates.ts";

/** A message that was changed in some steps, each by itself. */
export interface FuzzedMessage {
  readonly octets: Buffer;
  readonly steps: readonly number[];
}

/** Octets; a little less than the server takes, since transport adds a line end. */
const LARGEST = 49_000_000;
/** Larger messages are made of pieces that each stay within these, by how rare they are. */
const SIZES: readonly (readonly [oneIn: number, most: number])[] = [
  [2000, LARGEST],
  [200, 1_000_000],
  [10, 100_000],
  [1, 4000],
];
const MOST_STEPS = 6;

const folder = resolve(
  import.meta.dirname,
  "../../..",
  process.env["ATRIUM_CORPORA"] ?? "../shared/corpora",
  "mime",
);

/** Messages that others wrote, where they are at hand; the same in the same order each time. */
function readCorpus(): readonly string[] {
  if (!existsSync(folder)) return [];
  return ["rfc", "legacy"].flatMap((name) =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith(".eml"))
      .sort()
      .map((file) => readFileSync(join(folder, name, file), "latin1").replaceAll(/\r?\n/g, "\r\n")),
  );
}
const corpus = readCorpus();
export const corpusSize = corpus.length;

/** @param kept the steps that are taken; all unless given. */
export function fuzzedMessage(
  seed: number,
  index: number,
  kept?: readonly number[],
): FuzzedMessage {
  const choice = choiceOf(seed, 1, index);
  const most = sizeOf(choice);
  let message = template(choice, corpus);
  if (choice.oneIn(15)) message = spliced(message, template(choice, corpus), choice);
  const all = Array.from({ length: 1 + choice.size(MOST_STEPS - 1) }, (_, step) => step);
  const steps = kept ?? all;
  for (const step of steps) {
    const own = choiceOf(seed, 2, index, step);
    const mutation = own.of(own.oneIn(3) ? OCTETS : STRUCTURE);
    // Only one step makes it large.
    const next = mutation(message, own, step === 0 ? most : Math.min(most, 4000));
    if (next.length <= LARGEST) message = next;
  }
  // Lone CR and LF are refused before anything else is looked at: one message in a hundred is enough of that.
  if (!choice.oneIn(100)) message = message.replaceAll(/\r?\n|\r/g, "\r\n");
  if (!message.endsWith("\r\n")) message += "\r\n";
  return { octets: Buffer.from(message.slice(-LARGEST), "latin1"), steps };
}

function sizeOf(choice: Choice): number {
  return SIZES.find(([oneIn]) => choice.oneIn(oneIn))![1];
}

/** The beginning of one and the end of another, with something in between. */
function spliced(one: string, other: string, choice: Choice): string {
  return (
    one.slice(0, choice.below(one.length)) +
    filling(choice, 100) +
    other.slice(choice.below(other.length))
  );
}
