import { Readable } from "node:stream";
import { Refusal, type Engine } from "../../engine/index.ts";
import type { BlobStore } from "../../platform/blobs/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Accounts } from "../accounts/index.ts";
import { distribute } from "./distribute.ts";
import { inspected, MAX_RECEIVED, RefusedMessage } from "../mail/message/inspect.ts";
import { routeAddress } from "./route.ts";
import type { EnvelopeRecipient } from "./trace.ts";
import {
  ownOutcome,
  startOfBody,
  type LocalDelivery,
  type LocalMessage,
  type Outcome,
} from "../outbound/index.ts";

interface LocalDeliveryOptions {
  readonly engine: Engine;
  readonly accounts: Pick<Accounts, "domains" | "findRecipient">;
  readonly blobs: BlobStore;
  readonly clock: Clock;
}

/** Local delivery for the queue of outgoing mail: from one person here to another. */
export function createLocalDelivery(options: LocalDeliveryOptions): LocalDelivery {
  const { accounts, clock } = options;

  async function receive(message: LocalMessage, recipients: readonly EnvelopeRecipient[]) {
    const { bytes, trace, mailFrom, transactionId } = message;
    const rules = {
      maxSize: Infinity,
      maxReceived: MAX_RECEIVED,
      ownAddresses: new Set(recipients.map(({ address }) => address)),
    };
    try {
      await Array.fromAsync(inspected(Readable.from([bytes]), rules), () => undefined);
      const bodyStart = startOfBody(bytes);
      await distribute(
        options,
        {
          message: {
            header: bytes.subarray(0, bodyStart),
            body: () => Readable.from([bytes.subarray(bodyStart)]),
          },
          transactionId,
          mailFrom,
          receivedAt: clock.now(),
          trace: () => trace,
        },
        recipients,
      );
      return ownOutcome("delivered", "2.1.5", "Delivered");
    } catch (error) {
      return asOutcome(error);
    }
  }

  return {
    // RFC 5321 §4.1.1.3: a recipient without a domain can only mean this server.
    isHere: async (domain) => domain === "" || (await accounts.domains.isOurs(domain)),

    async deliver(message) {
      const outcomes = new Map<string, Outcome>();
      const ours: EnvelopeRecipient[] = [];
      for (const address of message.addresses) {
        const route = await routeAddress(accounts, address);
        if (route.kind === "ours") ours.push(route.recipient);
        else if (route.kind === "none-yet")
          outcomes.set(address, ownOutcome("retry", "4.2.1", "Nobody is here to read it yet"));
        else outcomes.set(address, ownOutcome("failed", "5.1.1", "Nobody has this address here"));
      }
      if (ours.length === 0) return outcomes;
      const together = await receive(message, ours);
      for (const recipient of ours) {
        // One whose mailbox is full must not keep the others from theirs.
        const isAlone = together.kind === "delivered" || ours.length === 1;
        const outcome = isAlone ? together : await receive(message, [recipient]);
        outcomes.set(recipient.original, outcome);
      }
      return outcomes;
    },
  };
}

function asOutcome(error: unknown): Outcome {
  if (error instanceof Refusal && error.code === "overQuota")
    return ownOutcome("retry", "4.2.2", "The mailbox is full");
  if (!(error instanceof RefusedMessage)) throw error;
  return error.fault === "loop"
    ? ownOutcome("failed", "5.4.6", "The message has been here before")
    : ownOutcome("failed", "5.6.0", `The message cannot be taken (${error.fault})`);
}
