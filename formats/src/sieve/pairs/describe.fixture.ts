import type { Filed, Outcome } from "../index.ts";

/**
 * An outcome in one line: `keep`, `file Work [\seen]`, `redirect ann@example.org`, `reject no`, `vacation 604800`,
 * `discard` if there is no action, and `failed` if the run failed.
 */
export function describeOutcome(outcome: Outcome): string {
  const { filed, redirects, reject, vacation, error } = outcome;
  if (error) return "failed";
  const words = [
    ...filed.map(fileWord),
    ...redirects.map(({ address }) => `redirect ${address}`),
    ...(reject ? [`reject ${reject.reason}`] : []),
    ...(vacation
      ? [`vacation ${vacation.seconds}${vacation.subject ? ` ${vacation.subject}` : ""}`]
      : []),
  ];
  return summary(words);
}

function fileWord({ mailbox, flags }: Filed): string {
  const name = mailbox === null ? "keep" : fileName(mailbox.name);
  return `${name}${mailbox?.create ? " +create" : ""}${flagWords(flags)}`;
}

export const fileName = (name: string): string => (name === "INBOX" ? "keep" : `file ${name}`);

/** System flags in lower case, sorted: neither case nor order matters. */
export function flagWords(flags: readonly string[]): string {
  const sorted = flags.map((flag) => (flag.startsWith("\\") ? flag.toLowerCase() : flag)).sort();
  return sorted.length === 0 ? "" : ` [${sorted.join(" ")}]`;
}

/** Sorted, since the order of actions does not matter. */
export const summary = (words: readonly string[]): string =>
  words.length === 0 ? "discard" : [...new Set(words)].sort().join(", ");
