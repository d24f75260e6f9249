import { Readable } from "node:stream";
import { Refusal, type Engine } from "../../engine/index.ts";
import type { BlobStore } from "../../platform/blobs/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Secrets } from "../../platform/secrets/index.ts";
import type { Accounts } from "../accounts/index.ts";
import { distribute } from "./distribute.ts";
import { inspected, MAX_RECEIVED, RefusedMessage } from "../mail/message/inspect.ts";
import { noteReports } from "./reports/note-reports.ts";
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
  readonly secrets: Pick<Secrets, "sign">;
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
      const header = bytes.subarray(0, bodyStart);
      const distributed = await distribute(
        options,
        {
          message: {
            header,
            body: () => Readable.from([bytes.subarray(bodyStart)]),
          },
          transactionId,
          mailFrom,
          receivedAt: clock.now(),
          trace: () => trace,
        },
        recipients,
      );
      await noteReports(options.engine, header, distributed, bytes.length, "mdn");
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
        const route = await routeAddress(options, address);
        if (route.kind === "ours") ours.push(route.recipient);
        else if (route.kind === "none-yet")
          outcomes.set(address, ownOutcome("retry", "4.2.1", "No mailbox exists here yet"));
        else outcomes.set(address, ownOutcome("failed", "5.1.1", "No such mailbox here"));
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
  if (error.fault === "rejected") return ownOutcome("failed", "5.7.1", "Rejected by the recipient");
  return error.fault === "loop"
    ? ownOutcome("failed", "5.4.6", "Mail loop detected")
    : ownOutcome("failed", "5.6.0", `The message was refused (${error.fault})`);
}
