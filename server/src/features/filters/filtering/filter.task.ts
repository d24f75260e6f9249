import { parseMessage } from "@atrium/formats/mime";
import {
  applyEdits,
  compileScript,
  runScript,
  SieveError,
  type DuplicateQuestion,
  type HeaderEdits,
  type Outcome,
  type Script,
  type Surroundings,
  type Target,
} from "@atrium/formats/sieve";
import { rulesAt } from "@atrium/formats/sieve-rules";
import type { Ask } from "../../../platform/workers/index.ts";
import { MAX_ACTING_RULES, MAX_EDITED, MAX_ROUNDS } from "../limits.ts";
import type { FilterMailbox } from "./mailboxes.ts";

/** A script that runs on the message, and what it knows. */
export interface FilterRun {
  readonly accountId: string;
  readonly script: string;
  /** Scripts of the account, by name. */
  readonly others: Readonly<Record<string, string>>;
  readonly envelope: { readonly from: string; readonly to: string };
  readonly timeZone: string;
  readonly mailboxes: readonly FilterMailbox[];
}

export interface FilterInput {
  readonly bytes: Uint8Array;
  readonly now: Date;
  readonly runs: readonly FilterRun[];
}

/** What is asked while a script runs: which of these an earlier message had. */
export interface DuplicatesQuestion {
  readonly accountId: string;
  readonly keys: readonly string[];
}

/** Where a copy goes. `header` is that of an edited copy, by its place among the headers of the result. */
export interface FiledCopy {
  readonly mailbox: Target | null;
  readonly flags: readonly string[];
  readonly header: number | null;
}

/** What a script decided. */
export interface FilterResult extends Pick<Outcome, "reject" | "vacation" | "error"> {
  readonly accountId: string;
  readonly filed: readonly FiledCopy[];
  readonly redirects: readonly { readonly address: string; readonly header: number | null }[];
  readonly duplicates: readonly DuplicateQuestion[];
  /** Whole headers, with the empty line; the body is always the message's own. */
  readonly headers: readonly Uint8Array[];
  /** The rules that acted, by name. */
  readonly rules: readonly string[];
}

/** Runs scripts on a message, in a thread of its own. */
export async function run(
  { bytes, now, runs }: FilterInput,
  ask: Ask,
): Promise<readonly FilterResult[]> {
  const message = parseMessage(bytes);
  const results: FilterResult[] = [];
  for (const one of runs) {
    const surroundings = (seen: ReadonlyMap<string, boolean>, others: Others): Surroundings => ({
      message,
      size: bytes.length,
      envelope: one.envelope,
      now,
      timeZone: one.timeZone,
      mailboxes: mailboxesOf(one),
      scripts: others,
      seen,
    });
    const outcome = await outcomeOf(one, surroundings, ask);
    results.push(
      resultOf(one, message, outcome) ??
        resultOf(one, message, failed(1, `A message has more than ${MAX_EDITED} edited copies`))!,
    );
  }
  return results;
}

type Others = ReadonlyMap<string, Script>;

async function outcomeOf(
  { accountId, script, others }: FilterRun,
  surroundings: (seen: ReadonlyMap<string, boolean>, others: Others) => Surroundings,
  ask: Ask,
): Promise<Outcome> {
  let compiled: Script;
  try {
    compiled = compileScript(script);
  } catch (error) {
    // An earlier release took it.
    if (!(error instanceof SieveError)) throw error;
    return failed(error.line, error.message);
  }
  const included = new Map<string, Script>();
  for (const [name, text] of Object.entries(others)) {
    try {
      included.set(name, compileScript(text));
    } catch (error) {
      if (!(error instanceof SieveError)) throw error;
    }
  }
  const seen = new Map<string, boolean>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const outcome = runScript(compiled, surroundings(seen, included));
    if (outcome.unanswered.length === 0) return outcome;
    const keys = outcome.unanswered.map(({ key }) => key);
    const known = new Set(
      (await ask({ accountId, keys } satisfies DuplicatesQuestion)) as readonly string[],
    );
    for (const key of keys) seen.set(key, known.has(key));
  }
  return failed(1, "The script asks for too many duplicates");
}

const failed = (line: number, message: string): Outcome => ({
  filed: [{ mailbox: null, flags: [], edits: null }],
  redirects: [],
  reject: null,
  vacation: null,
  duplicates: [],
  unanswered: [],
  acted: [],
  error: { line, message },
});

function mailboxesOf({ mailboxes }: FilterRun): Surroundings["mailboxes"] {
  const paths = new Map(mailboxes.map((mailbox) => [mailbox.path, mailbox]));
  const ids = new Set(mailboxes.map(({ id }) => id));
  const at = (name: string): FilterMailbox | undefined => paths.get(inboxOr(name));
  return {
    exists: (name) => at(name) !== undefined,
    existsId: (id) => ids.has(id),
    hasUse: (use, name) => {
      const role = use.replace(/^\\/, "").toLowerCase();
      return name === undefined
        ? mailboxes.some((mailbox) => mailbox.role === role)
        : at(name)?.role === role;
    },
  };
}

/** RFC 3501 §5.1: the inbox alone is found in any case. */
const inboxOr = (name: string): string => (name.toUpperCase() === "INBOX" ? "INBOX" : name);

/** @returns undefined where too many copies differ in their headers */
function resultOf(
  { accountId, script }: FilterRun,
  message: ReturnType<typeof parseMessage>,
  { filed, redirects, reject, vacation, duplicates, acted, error }: Outcome,
): FilterResult | undefined {
  const headers: Uint8Array[] = [];
  const known = new Map<string, number>();
  /** Copies that are edited alike have one header. */
  const headerOf = (edits: HeaderEdits | null): number | null => {
    if (edits === null) return null;
    const key = JSON.stringify(edits);
    const at = known.get(key) ?? headers.length;
    if (at === headers.length) {
      const { bytes, root } = message;
      const edited = applyEdits(message, edits);
      // Nothing but the header differs.
      headers.push(edited.slice(0, edited.length - (bytes.length - root.start)));
      known.set(key, at);
    }
    return at;
  };
  const edited = [...filed, ...redirects].flatMap(({ edits }) => edits ?? []);
  if (new Set(edited.map((edits) => JSON.stringify(edits))).size > MAX_EDITED) return undefined;
  return {
    accountId,
    filed: filed.map(({ mailbox, flags, edits }) => ({ mailbox, flags, header: headerOf(edits) })),
    redirects: redirects.map(({ address, edits }) => ({ address, header: headerOf(edits) })),
    reject,
    vacation,
    duplicates,
    error,
    headers,
    rules: rulesAt(script, acted).slice(0, MAX_ACTING_RULES),
  };
}
