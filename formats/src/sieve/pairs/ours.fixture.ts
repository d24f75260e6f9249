import { parseMessage } from "../../mime/index.ts";
import { compileScript, runScript, SieveError, type Mailboxes, type Script } from "../index.ts";
import { describeOutcome } from "./describe.fixture.ts";
import { envelopeOf, octetsOf } from "./messages.fixture.ts";
import { scriptOf, type Group, type Pair } from "./pair.fixture.ts";

/** The mailboxes of the account, as in sieve-test's configuration. */
const MAILBOXES: Mailboxes = {
  exists: (name) => name === "INBOX" || name === "Archive",
  existsId: (id) => id === "M1",
  hasUse: (use, name) =>
    use.toLowerCase() === "\\archive" && (name === undefined || name === "Archive"),
};

/** Runs a pair in our interpreter. */
export function outcomeOf(group: Group, pair: Pair): string {
  return runOn(
    scriptOf(group, pair),
    octetsOf(pair.message),
    envelopeOf(pair.message),
    pair.includes,
  );
}

/** Runs a script on a message in our interpreter. */
export function runOn(
  text: string,
  octets: Uint8Array,
  envelope: { readonly from: string; readonly to: string },
  includes: Readonly<Record<string, string>> = {},
): string {
  let script: Script;
  const scripts = new Map<string, Script>();
  try {
    script = compileScript(text);
    for (const [name, included] of Object.entries(includes))
      scripts.set(name, compileScript(included));
  } catch (error) {
    if (error instanceof SieveError) return "refused";
    throw error;
  }
  const outcome = runScript(script, {
    message: parseMessage(octets),
    size: octets.length,
    envelope,
    now: new Date(),
    timeZone: "UTC",
    mailboxes: MAILBOXES,
    scripts,
    seen: new Map(),
  });
  return describeOutcome(outcome);
}
