import type { EmailAuthentication } from "@atrium/contract/types/email";
import type { Clock } from "../../../platform/clock.ts";
import type { Resolver } from "../../../platform/dns/index.ts";
import { createMessageGate } from "../../../platform/gate.ts";
import type { Log } from "../../../platform/log/index.ts";
import {
  moved,
  task,
  TaskOverBudget,
  type Ask,
  type TaskInput,
  type WorkerPool,
} from "../../../platform/workers/index.ts";
import type { Spooled } from "../../mail/message/spool.ts";
import type { Envelope } from "../trace.ts";
import type { OriginInput, Question } from "./authenticate.task.ts";

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

/** What a check needs besides the mail. */
export interface CheckOptions {
  readonly resolver: Resolver;
  readonly workers: WorkerPool;
  readonly clock: Clock;
  readonly log: Log;
  readonly hostName: string;
  /** Milliseconds for DNS: what cannot be found out in them is a `temperror`. */
  readonly time: number;
}

type Mail = Pick<Spooled, "header" | "size" | "body">;
/** Who hands a mail in. */
export type Origin = Pick<Envelope, "remoteAddress" | "helo" | "mailFrom">;

/** All that a check is given but the octets. */
export function originOf(
  { header }: Mail,
  { remoteAddress, helo, mailFrom }: Origin,
  { clock, hostName, time }: CheckOptions,
): Omit<OriginInput, "bytes" | "looksAtSignatures"> {
  const envelope = { remoteAddress, helo, mailFrom };
  return { envelope, header: header.length, now: clock.now(), hostName, time };
}

/** Answers what a check asks of DNS. */
export const answerFrom =
  (resolver: Resolver): Ask =>
  async (question) => {
    const { name, type } = question as Question;
    return await resolver.lookup(name, type);
  };

const CHECKING = task<OriginInput, Findings>(new URL("./authenticate.task.ts", import.meta.url));

/** Octets of headers that are held at the same time. */
const checking = createMessageGate(64_000_000);

/**
 * What can be found out about a mail whose signatures take too much to be looked at. Never fails: of what takes too much
 * nothing is believed.
 */
export async function withoutSignatures(
  message: Mail,
  envelope: Origin,
  options: CheckOptions,
): Promise<Findings> {
  const { resolver, workers, log } = options;
  const origin = originOf(message, envelope, options);
  // The header is needed here as well.
  const input = (): TaskInput<OriginInput> =>
    moved({ ...origin, bytes: new Uint8Array(message.header), looksAtSignatures: false });
  try {
    return await checking.run(message.header.length, () =>
      workers.run(CHECKING, input, answerFrom(resolver)),
    );
  } catch (error) {
    if (!(error instanceof TaskOverBudget)) throw error;
    log.warn({ over: error.over }, "message not authenticated: it exceeds the task limits");
    return UNKNOWN;
  }
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
