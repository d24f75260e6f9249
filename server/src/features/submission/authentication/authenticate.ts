import type { EmailAuthentication } from "@atrium/contract/types/email";
import type { Clock } from "../../../platform/clock.ts";
import type { Resolver } from "../../../platform/dns/index.ts";
import { createGate } from "../../../platform/gate.ts";
import type { Log } from "../../../platform/log/index.ts";
import { moved, task, TaskOverBudget, type WorkerPool } from "../../../platform/workers/index.ts";
import { fieldsOf } from "../header.ts";
import { withHeader, type Spooled } from "../spool.ts";
import type { Envelope } from "../trace.ts";
import type { OriginInput, Question } from "./authenticate.task.ts";
import { isSignature } from "./signatures.ts";

/** What was found out about a mail, and what a policy needs besides. */
export interface Findings {
  readonly results: EmailAuthentication;
  /** The domain that From's one belongs to, as DMARC has it; null when no record was found. */
  readonly organisation: string | null;
  /** All who sealed a chain that holds, when the first of them saw DMARC pass; otherwise nobody. */
  readonly sealers: readonly string[];
  /** The domains for which SPF or DKIM passed. */
  readonly vouching: readonly string[];
  /** Why a check failed, for people who read headers; by its place in `results`. */
  readonly reasons: { readonly spf?: string; readonly dkim: readonly (string | undefined)[] };
}

const CHECKING = task<OriginInput, Findings>(new URL("./authenticate.task.ts", import.meta.url));

/** Octets of messages that are held whole at the same time, so that their signatures can be checked. */
const checking = createGate(64_000_000);

/**
 * Finds out where a message is from: SPF, DKIM, ARC and DMARC, where it can hold nobody up. Never fails: what cannot be
 * found out within `time` milliseconds is a `temperror`, and of what takes too much nothing is believed.
 */
export async function authenticate(
  message: Pick<Spooled, "header" | "size" | "body">,
  envelope: Pick<Envelope, "remoteAddress" | "helo" | "mailFrom">,
  options: {
    readonly resolver: Resolver;
    readonly workers: WorkerPool;
    readonly clock: Clock;
    readonly log: Log;
    readonly hostName: string;
    readonly time: number;
  },
): Promise<Findings> {
  const { resolver, workers, clock, log, hostName, time } = options;
  const isSigned = fieldsOf(message.header).some(isSignature);
  const { remoteAddress, helo, mailFrom } = envelope;
  const input = {
    envelope: { remoteAddress, helo, mailFrom },
    header: message.header.length,
    now: clock.now(),
    hostName,
    time,
  };
  const answer = async (question: unknown): Promise<unknown> => {
    const { name, type } = question as Question;
    return await resolver.lookup(name, type);
  };
  const check = async (looksAtSignatures: boolean): Promise<Findings> =>
    await workers.run(
      CHECKING,
      async () => {
        const isWhole = isSigned && looksAtSignatures;
        // The header is needed here as well.
        const bytes = isWhole ? await wholeOf(message) : new Uint8Array(message.header);
        return moved({ ...input, bytes, looksAtSignatures });
      },
      answer,
    );
  for (const looksAtSignatures of [true, false])
    try {
      const held = isSigned && looksAtSignatures ? message.size : message.header.length;
      return await checking.run(held, () => check(looksAtSignatures));
    } catch (error) {
      if (!(error instanceof TaskOverBudget)) throw error;
      log.warn({ over: error.over, looksAtSignatures }, "a message's origin is not checked whole");
    }
  return UNKNOWN;
}

const UNKNOWN: Findings = {
  results: {
    spf: { result: "permerror", domain: null },
    dkim: [],
    dmarc: {
      result: "permerror",
      domain: null,
      policy: null,
      alignment: { spf: false, dkim: false },
    },
    arc: { result: "none", sealer: null },
  },
  organisation: null,
  sealers: [],
  vouching: [],
  reasons: { dkim: [] },
};

async function wholeOf(message: Pick<Spooled, "header" | "body">): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of withHeader(message.header, message)) pieces.push(piece);
  return Buffer.concat(pieces);
}
