import { MOST_HELD, MOST_KEPT, MOST_TURN } from "../fuzz/bounds.ts";
import { corpusSize } from "../fuzz/messages/message.ts";
import { asSentences, runFuzz, type FuzzOptions } from "../fuzz/run-fuzz.ts";
import { checkScripts } from "../fuzz/sieve/check.ts";
import { MIB } from "./memory.ts";
import type { Findings } from "./report.ts";

const WARM_UP = 640;
const NAMES = ["messages", "requests"] as const;

/** Mutated messages, requests and Sieve scripts by the thousand; a failure says how it is made again. */
export async function soakFuzz(
  findings: Findings,
  options: Omit<FuzzOptions, "warmUp">,
): Promise<void> {
  const { seed } = options;
  findings.figure("seed", seed);
  findings.figure("outside messages to start from", corpusSize);
  const { campaigns, took, memory, needed, held } = await runFuzz({
    ...options,
    warmUp: WARM_UP,
    say: (sentence) => console.log(`  … ${sentence}`),
  });
  for (const name of NAMES) {
    const { longest, withCollections, longestCollection, unrepeated } = campaigns[name];
    findings.figure(`${name}, and seconds for them`, `${options[name]}, ${Math.round(took[name])}`);
    findings.figure(
      `longest turn of the event loop with ${name}, milliseconds of its CPU time`,
      `${longest.toFixed(1)} (with collections ${withCollections.toFixed(1)}, the longest of those ${longestCollection.toFixed(1)})`,
    );
    for (const once of unrepeated) findings.figure("seen once, and not when repeated", once);
  }
  findings.figure(
    "memory needed at first, and at most",
    needed.map((octets) => `${Math.round(octets / MIB)} MiB`).join(", "),
  );
  findings.figure("memory held at most", `${Math.round(held / MIB)} MiB`);
  findings.check(
    "each message is refused, or accepted complete, listed and readable",
    asSentences(campaigns.messages, seed, false),
  );
  const scripts = checkScripts(seed, options.first, options.messages);
  findings.figure(
    "Sieve scripts that were refused, went wrong, and ran to their end",
    Object.values(scripts.how).join(", "),
  );
  findings.check("no Sieve script crashes, hangs or loses a message", [...scripts.faults]);
  findings.check(
    "each request is answered, without a server error and without other users' data",
    asSentences(campaigns.requests, seed, false),
  );
  findings.check(
    `no turn of the event loop takes more than ${MOST_TURN} ms of its CPU time`,
    NAMES.flatMap((name) => asSentences(campaigns[name], seed, true)),
  );
  findings.check(
    `memory stays below ${MOST_HELD / MIB} MiB, and what is needed within ${MOST_KEPT / MIB} MiB of the start`,
    memory,
  );
}
