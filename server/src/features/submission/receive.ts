import type { Engine } from "../../engine/index.ts";
import type { BlobStore } from "../../platform/blobs/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { isAway } from "../../platform/db/index.ts";
import type { Accounts } from "../accounts/index.ts";
import { deliver } from "../mail/index.ts";
import { inspected } from "./inspect.ts";
import { routeAddress, type Route } from "./route.ts";
import { traceFields, type Envelope, type EnvelopeRecipient } from "./trace.ts";

/** Takes mail from outside: says who can get it, and puts it into their mailboxes. */
export interface Inbound {
  route(address: string): Promise<Route>;
  /**
   * Stores a message and delivers it to all recipients in one step, each account once. When it resolves, the message
   * survives the loss of power.
   * @throws RefusedMessage when the message itself is at fault; any other error is temporary.
   */
  receive(
    source: AsyncIterable<Uint8Array>,
    envelope: Envelope,
    recipients: readonly EnvelopeRecipient[],
  ): Promise<Received>;
}

export interface Received {
  readonly size: number;
  readonly emails: readonly { readonly accountId: string; readonly emailId: string }[];
}

/** RFC 5321 §6.3 asks for at least 100 hops in a path; real ones have fewer than ten. */
export const MAX_RECEIVED = 50;

/** A commit whose answer was lost is tried again: with the same transaction id nothing is delivered twice. */
const DELIVERY_TRIES = 3;

export function createInbound(options: {
  readonly engine: Engine;
  readonly accounts: Pick<Accounts, "findRecipient" | "domains">;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  /** The name of this server in Received fields. */
  readonly hostName: string;
  /** Octets, without what is put in front. */
  readonly maxSize: number;
}): Inbound {
  const { engine, accounts, blobs, clock, hostName, maxSize } = options;

  async function deliverSurely(
    delivery: Parameters<typeof deliver>[1],
  ): ReturnType<typeof deliver> {
    for (let tries = 1; ; tries++) {
      try {
        return await deliver(engine, delivery);
      } catch (error) {
        if (!isAway(error) || tries === DELIVERY_TRIES) throw error;
      }
    }
  }

  return {
    route: (address) => routeAddress(accounts, address),

    async receive(source, envelope, recipients) {
      const receivedAt = clock.now();
      const rules = {
        maxSize,
        maxReceived: MAX_RECEIVED,
        ownAddresses: new Set(recipients.map(({ address }) => address)),
      };
      const trace = Buffer.from(traceFields(envelope, recipients, hostName, receivedAt), "utf8");
      const { hash, size } = await blobs.put(inFront(trace, inspected(source, rules)));
      const accountIds = new Set(recipients.flatMap((recipient) => recipient.accountIds));
      const emails = await deliverSurely({
        hash,
        size,
        transactionId: envelope.transactionId,
        receivedAt,
        recipients: [...accountIds].map((accountId) => ({
          accountId,
          mailboxRole: "inbox" as const,
        })),
      });
      return { size, emails };
    },
  };
}

async function* inFront(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
