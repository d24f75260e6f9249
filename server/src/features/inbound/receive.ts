import type { EmailAuthentication } from "@atrium/contract/types/email";
import { asText, authorsOf, findHeader, parseMessage } from "@atrium/formats/mime";
import type { Engine } from "../../engine/index.ts";
import type { BlobStore } from "../../platform/blobs/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Resolver } from "../../platform/dns/index.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Secrets } from "../../platform/secrets/index.ts";
import type { WorkerPool } from "../../platform/workers/index.ts";
import type { Accounts } from "../accounts/index.ts";
import { openArriving } from "./arriving.ts";
import { hasClearAuthors } from "./authentication/judge-authors.ts";
import { settle } from "./authentication/settle.ts";
import { isForged, resultsField } from "./authentication/results-field.ts";
import { distribute, type Arrival, type Distributed } from "./distribute.ts";
import { fieldsOf } from "../mail/message/header.ts";
import { inspected, MAX_RECEIVED, RefusedMessage } from "../mail/message/inspect.ts";
import { holdMail, judgeArrival, type Scanners } from "../junk/index.ts";
import { noteReports } from "./reports/note-reports.ts";
import { routeAddress, type Route } from "./route.ts";
import { spool, withHeader, type Spooled } from "../mail/message/spool.ts";
import { receivedField, type Envelope, type EnvelopeRecipient } from "./trace.ts";

/** Takes mail from outside: says who can get it, and puts it into their mailboxes. */
export interface Inbound {
  /** `size`: the octets that the sender says it will send, 0 when it does not say. */
  route(address: string, size: number): Promise<Route>;
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
  /** Null where nothing was checked. */
  readonly authentication: EmailAuthentication | null;
}

/** Milliseconds for DNS; a sender waits ten minutes for the answer to a message (RFC 5321 §4.5.3.2.6). */
const AUTHENTICATION_TIME = 5000;

export interface InboundOptions {
  readonly engine: Engine;
  readonly accounts: Pick<Accounts, "findRecipient" | "domains">;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, "sign">;
  readonly resolver: Resolver;
  readonly workers: WorkerPool;
  readonly log: Log;
  /** The name of this server in Received and Authentication-Results fields. */
  readonly hostName: string;
  /** Octets, without what is put in front. */
  readonly maxSize: number;
  /** Domains whose word counts when they say, by ARC, that they saw a mail pass (RFC 8617). */
  readonly arcSealers?: readonly string[];
  /** Look at mail from outside; without them there is only what is found out here. */
  readonly scanners?: Scanners;
}

export function createInbound(options: InboundOptions): Inbound {
  const { engine, clock, hostName, maxSize } = options;
  const trustedSealers = new Set(options.arcSealers?.map((domain) => domain.toLowerCase()));

  return {
    async route(address, size) {
      const route = await routeAddress(options, address);
      const { octets, emails } = engine.services.quota;
      if (route.kind !== "ours") return route;
      if (octets === null && emails === null && !route.hasOwnQuota) return route;
      if (route.recipient.returnTo !== undefined) return route;
      const more = { octets: Math.max(1, size), emails: 1 };
      // Of a group, one who has room gets it; then the others are let have it too, a little beyond what they may.
      for (const accountId of route.recipient.accountIds)
        if (!(await engine.isOverQuota(accountId, more))) return route;
      return { kind: "full" };
    },

    async receive(source, envelope, recipients) {
      const receivedAt = clock.now();
      const rules = {
        maxSize,
        maxReceived: MAX_RECEIVED,
        ownAddresses: new Set(recipients.map(({ address }) => address)),
      };
      const message = await spool(inspected(source, rules));
      try {
        if (!hasClearAuthors(authorsOf(message.header))) throw new RefusedMessage("authors");
        const arrival = {
          message,
          transactionId: envelope.transactionId,
          mailFrom: envelope.mailFrom,
          receivedAt,
        };
        const received = (only: EnvelopeRecipient | null): string =>
          receivedField(envelope, only, hostName, receivedAt);
        const { authentication, distributed } = envelope.isTrusted
          ? {
              authentication: null,
              distributed: await distribute(options, { ...arrival, trace: received }, recipients),
            }
          : await receiveForeign(arrival, envelope, recipients, received);
        await noteReports(engine, message.header, distributed, message.size);
        return { size: message.size, emails: distributed.emails, authentication };
      } finally {
        await message.release();
      }
    },
  };

  /** Takes what is from nobody knows where: it is checked first, and what was found out stands in front. */
  async function receiveForeign(
    arrival: Pick<Arrival, "transactionId" | "mailFrom" | "receivedAt"> & { message: Spooled },
    envelope: Envelope,
    recipients: readonly EnvelopeRecipient[],
    received: Arrival["trace"],
  ): Promise<{ authentication: EmailAuthentication; distributed: Distributed }> {
    const { message } = arrival;
    const scanning = options.scanners?.scan({
      ...envelope,
      message,
      envelope,
      recipients: recipients.map(({ original }) => original),
    });
    // Neither a thread nor its memory waits for a scanner.
    const scanned = await scanning?.result;
    await scanning?.close();
    if (scanned?.mustWait) throw new RefusedMessage("unscanned");
    const arriving = openArriving(message, envelope, { ...options, time: AUTHENTICATION_TIME });
    try {
      const findings = await arriving.findings;
      const settled = await settle(options, message.header, findings, trustedSealers);
      const field = resultsField(findings, { ...envelope, hostName });
      const { authentication, mailboxRole } = settled;
      const header = unforged(message.header);
      const trace: Arrival["trace"] = (only) => `${field}${received(only)}`;
      const taken = { ...arrival, message: { ...message, header }, trace, authentication };
      if (scanned?.threat != null)
        return { authentication, distributed: await quarantine(taken, recipients, scanned.threat) };
      const ownDomains = (await options.accounts.domains.list()).map(({ name }) => name);
      const distributed = await distribute(
        options,
        {
          ...taken,
          mailboxRole,
          inboxOf: await settled.readersOfList(recipients),
          read: arriving.read,
          judge: (tokens, accountIds) =>
            judgeArrival(engine, {
              header: message.header,
              tokens,
              authentication,
              scored: scanned?.scored ?? null,
              isJunkByPolicy: mailboxRole === "junk",
              ownDomains,
              accountIds,
            }),
        },
        recipients,
      );
      return { authentication, distributed };
    } finally {
      await arriving.close();
    }
  }

  /** Keeps a mail with a virus for administrators, in place of delivering it. */
  async function quarantine(
    { message, trace, ...arrival }: Arrival,
    recipients: readonly EnvelopeRecipient[],
    threat: string,
  ): Promise<Distributed> {
    const header = Buffer.concat([Buffer.from(trace(null)), message.header]);
    const blob = await options.blobs.put(withHeader(header, message));
    const [author] = authorsOf(message.header).addresses;
    const { bytes, headers, charset } = parseMessage(message.header);
    const subject = findHeader(headers, "subject");
    await holdMail(engine, {
      ...arrival,
      ...blob,
      recipients: recipients.map(({ original }) => original),
      accountIds: [...new Set(recipients.flatMap(({ accountIds }) => accountIds))],
      from: author?.email ?? "",
      subject: subject === undefined ? null : asText(bytes, subject, charset),
      threat,
      by: "clamd",
    });
    return { emails: [], hashes: new Map() };
  }

  /** The header without fields that claim to be this server's. */
  function unforged(header: Buffer): Buffer {
    const fields = fieldsOf(header);
    const kept = fields.filter((field) => !isForged(field, hostName));
    return kept.length === fields.length ? header : Buffer.concat(kept.map(({ raw }) => raw));
  }
}
