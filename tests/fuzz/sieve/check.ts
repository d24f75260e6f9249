import {
  applyEdits,
  Budget,
  compileScript,
  runScript,
  SieveError,
  type Filed,
  type HeaderEdits,
  type Outcome,
  type Script,
} from "@atrium/formats/sieve";
import { readRules, writeRules } from "@atrium/formats/sieve-rules";
import { parseMessage, type ParsedMessage } from "@atrium/formats/mime";
import {
  MAX_COMPARED,
  MAX_FILED,
  MAX_REDIRECTS,
  MAX_STEPS,
  MAX_VALUE,
} from "../../../formats/src/sieve/limits.ts";
import { fuzzedMessage } from "../messages/message.ts";
import { fuzzedScript, type FuzzedScript } from "./script.ts";

/** The result of one fuzzed script. */
export interface Checked {
  /** Refused by the compiler, stopped by an error, or completed. */
  readonly how: "refused" | "failed" | "ended";
  readonly problems: readonly string[];
}

/** Runs `count` scripts; each problem names the seed and index that reproduce it. */
export function checkScripts(
  seed: number,
  first: number,
  count: number,
): { readonly faults: readonly string[]; readonly how: Readonly<Record<Checked["how"], number>> } {
  const faults: string[] = [];
  const how = { refused: 0, failed: 0, ended: 0 };
  for (let index = first; index < first + count; index += 1) {
    const checked = checkScript(seed, index);
    how[checked.how] += 1;
    for (const problem of checked.problems)
      faults.push(`${problem} — seed ${seed}, script ${index}`);
  }
  return { faults, how };
}

/** Runs a fuzzed script on a fuzzed message. */
function checkScript(seed: number, index: number): Checked {
  const given = fuzzedScript(seed, index);
  const { octets } = fuzzedMessage(seed, index);
  try {
    return check(given, new Uint8Array(octets));
  } catch (error) {
    return { how: "failed", problems: [`it threw ${String(error)}`] };
  }
}

function check({ text, included }: FuzzedScript, octets: Uint8Array): Checked {
  const script = compiled(text);
  if (script === null) return { how: "refused", problems: [] };
  const scripts = new Map<string, Script>();
  for (const [name, other] of Object.entries(included)) {
    const one = compiled(other);
    if (one) scripts.set(name, one);
  }
  const message = parseMessage(octets);
  const run = (budget: Budget, seen: ReadonlyMap<string, boolean>): Outcome =>
    runScript(
      script,
      {
        message,
        size: octets.length,
        envelope: { from: "ann@example.org", to: "bob+a@example.com" },
        now: new Date("2026-11-25T10:00:00Z"),
        timeZone: "Asia/Seoul",
        mailboxes: {
          exists: (name) => name.length % 2 === 0,
          existsId: (id) => id.length % 2 === 0,
          hasUse: (use) => use.length % 2 === 0,
        },
        scripts,
        seen,
      },
      budget,
    );
  const budget = new Budget();
  const outcome = run(budget, new Map());
  const again = run(new Budget(), new Map());
  const { duplicates } = outcome;
  const answered = run(new Budget(), new Map(duplicates.map(({ key }) => [key, true])));
  const mayDiscard = [text, ...Object.values(included)].some((one) => /discard/i.test(one));
  return {
    how: outcome.error ? "failed" : "ended",
    problems: [
      ...faultsOf(outcome, mayDiscard),
      ...faultsOf(answered, mayDiscard),
      ...costs(budget),
      ...outcome.filed.flatMap(({ edits }) => (edits ? faultsOfEdits(message, edits) : [])),
      ...faultsOfRules(text),
      ...(JSON.stringify(outcome) === JSON.stringify(again) ? [] : ["it is not repeatable"]),
    ],
  };
}

function compiled(text: string): Script | null {
  try {
    return compileScript(text);
  } catch (error) {
    if (error instanceof SieveError && error.line >= 1) return null;
    throw error;
  }
}

/** Checks that the message is kept, redirected, rejected or explicitly discarded, and that all actions are well-formed. */
function faultsOf(outcome: Outcome, mayDiscard: boolean): string[] {
  const { filed, redirects, reject, vacation, error, unanswered, duplicates } = outcome;
  const faults: string[] = [];
  const isDelivered = filed.length > 0 || redirects.length > 0 || reject !== null;
  if (!isDelivered && !mayDiscard) faults.push("the message is lost");
  if (error) {
    const [only, ...more] = filed;
    const isKept = more.length === 0 && only?.mailbox === null && only.edits === null;
    if (!isKept || redirects.length > 0 || reject || vacation || duplicates.length > 0)
      faults.push("it went wrong and did more than keep the message");
    if (error.line < 0 || error.message.length > 1000) faults.push("its error cannot be shown");
  }
  if (reject && (filed.length > 0 || redirects.length > 0 || vacation))
    faults.push("it is rejected and delivered");
  if (filed.length > MAX_FILED) faults.push("it is filed too often");
  if (redirects.length > MAX_REDIRECTS) faults.push("it is redirected too often");
  if (redirects.some(({ address }) => !/^[^\s@<>,]+@[^\s@<>,]+$/.test(address)))
    faults.push("it is redirected to what is not an address");
  if (unanswered.length > duplicates.length) faults.push("it asks what it does not ask");
  return [...faults, ...filed.flatMap(faultsOfCopy)];
}

function faultsOfCopy({ flags, edits, mailbox }: Filed): string[] {
  const faults: string[] = [];
  if (flags.some((flag) => !/^\\?[!#-[^-~]+$/.test(flag))) faults.push("a flag is not a flag");
  if ((mailbox?.name.length ?? 0) > 1000) faults.push("a mailbox has a very long name");
  for (const { name, value } of [...(edits?.first ?? []), ...(edits?.last ?? [])])
    if (!/^[!-9;-~]+$/.test(name) || /[\r\n\0]/.test(value)) faults.push("a field is not a field");
  return faults;
}

/** An edited message has the fields that it should have, and the same body. */
function faultsOfEdits(message: ParsedMessage, edits: HeaderEdits): string[] {
  if (message.isTruncated) return [];
  const written = parseMessage(applyEdits(message, edits));
  const names = [
    ...edits.first.map(({ name }) => name),
    ...message.headers.filter((field) => !edits.removed.includes(field)).map(({ name }) => name),
    ...edits.last.map(({ name }) => name),
  ];
  const faults: string[] = [];
  if (written.headers.map(({ name }) => name).join() !== names.join())
    faults.push("an edited header has other fields");
  const bodyOf = ({ bytes, root }: ParsedMessage): Uint8Array => bytes.subarray(root.start);
  if (!Buffer.from(bodyOf(written)).equals(bodyOf(message)))
    faults.push("an edit changes the body");
  return faults;
}

/** The rule builder preserves all other text, and what it writes can be run and read again. */
function faultsOfRules(text: string): string[] {
  const read = readRules(text);
  const written = writeRules(read);
  const faults: string[] = [];
  const hasRules = read.parts.some(({ kind }) => kind === "rule");
  if (!hasRules && written !== text) faults.push("the rule builder changes a script without rules");
  for (const part of read.parts)
    if (part.kind === "text" && !(text.includes(part.text) && written.includes(part.text)))
      faults.push("the rule builder changes other text");
  if (compiled(written) === null) faults.push("the rule builder writes what cannot be run");
  if (writeRules(readRules(written)) !== written) faults.push("the rule builder is not stable");
  return faults;
}

function costs({ steps, characters }: Budget): string[] {
  const faults: string[] = [];
  if (steps > MAX_STEPS + 1) faults.push(`it took ${steps} steps`);
  // The last read may overshoot the budget.
  if (characters > MAX_COMPARED + 1300 * MAX_VALUE) faults.push(`it compared ${characters}`);
  return faults;
}
