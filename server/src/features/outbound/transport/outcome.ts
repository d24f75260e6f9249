/** What became of one recipient in one attempt. */
export interface Outcome {
  /** `relayed`: another server answers for it from now on. `retry`: later it may go. */
  readonly kind: "delivered" | "relayed" | "retry" | "failed";
  /** As a server said it, or as one would have: "550 5.1.1 No such user". One line. */
  readonly reply: string;
  /** RFC 3463. */
  readonly status: string;
  /** Which server said so; null when none was reached. */
  readonly host: string | null;
  /** The next server has promised reports of its own (RFC 3461 §5.2.1). */
  readonly reportsItself?: boolean;
}

/** An outcome that no server has spoken; `text` is for the sender to read. */
export function ownOutcome(
  kind: "delivered" | "retry" | "failed",
  status: string,
  text: string,
): Outcome {
  const code = kind === "delivered" ? 250 : kind === "retry" ? 451 : 550;
  return { kind, reply: `${code} ${status} ${text}`, status, host: null };
}
