import { setTimeout as pause } from "node:timers/promises";
import { Refusal, type Engine } from "../../../engine/index.ts";
import { createMessageGate } from "../../../platform/gate.ts";
import { isUnavailable, mayPass, type Notify, type TakeOver } from "../../../platform/db/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { Dkim } from "../dkim/keys.ts";
import { postponeReport } from "./postpone.ts";
import { dueReports, Outdated, sendReport } from "./report.ts";
import { mailDate } from "../../mail/message/mail-date.ts";
import { MAX_HELD_OCTETS } from "../transport/limits.ts";
import { ownOutcome, type Outcome } from "../transport/outcome.ts";
import { outgoingMessage, readyToLeave } from "../transport/outgoing-message.ts";
import { STOPPING, type Transport } from "../transport/transport.ts";
import { domainOfAuthor } from "./author.ts";
import { waitAfter } from "./back-off.ts";
import {
  claim,
  isStillOurs,
  LEASE,
  leases,
  nextDue,
  release,
  releaseLeases,
  renewLeases,
  type Claim,
} from "./claim.ts";
import type { LocalDelivery } from "./local-delivery.ts";
import { createQueueWatch } from "./queue-watch.ts";
import { domainOf, QUEUE_TOPIC } from "./queue.store.ts";
import { beginDelivery, forgetAccount, settle, settleStates, type BegunMessage } from "./settle.ts";

/** Deliveries that one process has under way; fewer where all of them go to one server. */
const AT_ONCE = 40;
const AT_ONCE_BY_SMARTHOST = 10;
/** Of these, so many to one domain. */
const AT_ONCE_TO_ONE = 5;
/** Reports that are made in one go. */
const REPORTS = 20;
/** However far off the next delivery is, it is looked so often, since hints may be lost (milliseconds). */
const LOOK_EVERY = 30_000;
/** After the database was away (milliseconds). */
const AGAIN = 1000;
/** Tries of one attempt for which the database was away. */
const TRIES_WITHOUT_DATABASE = 15;
/** How long a message counts as free of viruses that was found so: it leaves once for each domain. */
const CLEAN_FOR = 600_000;
/** Messages that are remembered so. */
const MOST_CLEAN = 1000;
const STOP_WITHIN = 20_000;
/** How long it takes to write down what is known at the end (milliseconds). */
const WRITE_WITHIN = 3000;

export interface QueueOptions {
  readonly engine: Engine;
  readonly notify: Notify;
  readonly log: Log;
  readonly transport: Transport;
  readonly local: LocalDelivery;
  readonly dkim: Pick<Dkim, "sign" | "seal">;
  /** Looks for viruses in what people here send. */
  readonly scan?: (message: {
    readonly bytes: Buffer;
    readonly queueId: string;
    readonly mailFrom: string;
  }) => Promise<{
    /** What was found; `null`: nothing. */
    readonly threat: string | null;
    /** The scanner gave no answer, and nothing is to leave without one. */
    readonly mustWait: boolean;
  }>;
  /** What this server calls itself. */
  readonly ownName: string;
  /** How long delivery is tried, in milliseconds. */
  readonly lifetime: number;
  /** No other process works on this queue: what was claimed before is free at the start. */
  readonly isAlone: boolean;
  /** Frees sooner than at the end of the lease what a process had claimed that is gone. */
  readonly takeOver?: TakeOver;
  /** One server takes all that leaves. */
  readonly hasSmarthost: boolean;
  /** Receives the outcome of each recipient, each time. */
  readonly observed?: (outcome: Outcome) => void;
  readonly random?: () => number;
  /** How long a stop waits for servers that have a whole message and are about to answer, in milliseconds. */
  readonly stopWithin?: number;
}

/** Delivers what was put into the queue. Several processes may do so at once. */
export interface Queue {
  start(): Promise<void>;
  /** Does all that is due now, and resolves when it is done. For tests, beside a queue that was not started. */
  settle(): Promise<void>;
  /** Ends what can be ended without doubt, and gives the rest back. */
  stop(): Promise<void>;
}

export function createQueue(options: QueueOptions): Queue {
  const { engine, notify, log, transport, local, dkim, ownName, lifetime, takeOver } = options;
  const { db, services } = engine;
  const { clock, blobs } = services;
  const lease = services.ids.next("k");
  /** Messages in which nothing was found, by hash, and until when that counts (`performance.now()`). */
  const cleanUntil = new Map<string, number>();
  const atOnce = options.hasSmarthost ? AT_ONCE_BY_SMARTHOST : AT_ONCE;
  const gate = createMessageGate(MAX_HELD_OCTETS);
  const running = new Map<Promise<void>, string>();
  let timer: NodeJS.Timeout | undefined;
  let renewal: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  const stopping = new AbortController();
  let looking: Promise<void> | null = null;
  let isAgain = false;

  const busy = (): string[] => {
    const counts = new Map<string, number>();
    for (const domain of running.values()) counts.set(domain, (counts.get(domain) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= AT_ONCE_TO_ONE).map(([domain]) => domain);
  };

  /** Begins all that is due; answers how much. */
  async function look(): Promise<number> {
    let begun = 0;
    while (!stopping.signal.aborted && running.size < atOnce) {
      const next = await claim(db, { lease, now: clock.now(), busy: busy() });
      if (next === null) break;
      begun += 1;
      const work = deliver(next).finally(() => {
        running.delete(work);
        wake();
      });
      running.set(work, next.domain);
    }
    return begun + (stopping.signal.aborted ? 0 : await report());
  }

  async function report(): Promise<number> {
    let sent = 0;
    const isHere = (domain: string): Promise<boolean> => local.isHere(domain);
    for (const due of await dueReports(engine, clock.now(), REPORTS)) {
      try {
        await sendReport(engine, due, { ownName, lifetime, isHere });
        sent += 1;
      } catch (err) {
        if (err instanceof Outdated) sent += 1;
        else if (isMissingAccount(err)) await forgetAccount(engine, due.accountId);
        else {
          const isOver = await postponeReport(engine, due, lifetime);
          const what = isOver ? "gave up on" : "could not create";
          log.error({ err, ...due }, `${what} a delivery report`);
        }
      }
    }
    return sent;
  }

  const watch = createQueueWatch({ engine, log });

  /** Looks, now or right after the look that goes on. Only a queue that was started does so automatically. */
  function wake(): void {
    if (stopListening === undefined || stopping.signal.aborted) return;
    if (looking !== null) {
      isAgain = true;
      return;
    }
    clearTimeout(timer);
    isAgain = false;
    looking = (async () => {
      let wait = LOOK_EVERY;
      try {
        await look();
        const due = running.size < atOnce ? await nextDue(db, { lease, busy: busy() }) : null;
        if (due !== null) wait = Math.min(wait, Math.max(0, due.getTime() - clock.now().getTime()));
      } catch (err) {
        wait = AGAIN;
        log.warn({ err }, "could not read the outgoing queue");
      }
      looking = null;
      if (stopping.signal.aborted) return;
      if (isAgain) return wake();
      timer = setTimeout(wake, wait);
    })();
  }

  async function deliver(claimed: Claim): Promise<void> {
    watch.moved();
    const { accountId, queueId, domain } = claimed;
    const addresses = addressesOf(claimed);
    let isBegun = false;
    try {
      const message = await surely(() => beginDelivery(engine, claimed));
      if (message === null) return;
      isBegun = true;
      const { outcomes, messageId } = await gate.run(message.size, () =>
        attemptSurely(claimed, message).catch((err: unknown) => {
          log.error({ err, queueId, domain }, "delivery failed unexpectedly");
          const failure = ownOutcome("retry", "4.3.0", "Internal error on this server");
          return { outcomes: new Map(addresses.map((to) => [to, failure])), messageId: null };
        }),
      );
      for (const [to, outcome] of outcomes) {
        const { kind, reply, host } = outcome;
        log.info({ queueId, to, kind, reply, host }, "delivery attempt");
        options.observed?.(outcome);
      }
      const isOver = ({ kind }: Outcome): boolean => kind !== "retry";
      const interrupted = stopping.signal.aborted
        ? addresses.filter((to) => outcomes.get(to) === STOPPING)
        : [];
      const settled = new Map(
        [...outcomes].filter(([to, outcome]) => isOver(outcome) || !interrupted.includes(to)),
      );
      const how = { ...options, lease, messageId };
      // What a server has said must not get lost, or a message would be sent twice.
      if (settled.size > 0)
        await surely(() => settle(engine, claimed, message, settled, how)).catch(
          async (err: unknown) => {
            if (isMissingAccount(err)) throw err;
            log.error(
              { err, queueId },
              "could not record a delivery in full; recording its states alone",
            );
            const least = { ...how, messageId: null };
            await surely(() => settleStates(engine, claimed, message, settled, least));
          },
        );
      await surely(() => release(db, lease, claimed, interrupted, clock.now()));
    } catch (err) {
      if (isMissingAccount(err)) await forgetAccount(engine, accountId).catch(() => undefined);
      else {
        log.error({ err, queueId }, "could not record a delivery");
        if (!isBegun) await giveBack(claimed);
      }
    }
    watch.moved();
  }

  /** Nothing of it was sent: it may be tried again, but not at once. */
  async function giveBack(claimed: Claim): Promise<void> {
    const later = new Date(clock.now().getTime() + waitAfter(1, options.random));
    await surely(() => release(db, lease, claimed, addressesOf(claimed), later)).catch(
      (err: unknown) => log.error({ err }, "could not release claimed recipients"),
    );
  }

  /** A database that is away for a moment is no failed try, after which the recipient would wait for minutes. */
  async function attemptSurely(claimed: Claim, message: BegunMessage): ReturnType<typeof attempt> {
    const stored = await blobs.read(message.hash);
    const objection = await scanned(stored, message, claimed.queueId);
    if (objection !== null) {
      const outcomes = new Map(addressesOf(claimed).map((to) => [to, objection]));
      return { outcomes, messageId: null };
    }
    for (let tries = 1; ; tries += 1)
      try {
        return await attempt(claimed, message, stored);
      } catch (error) {
        if (!isUnavailable(error) || tries === TRIES_WITHOUT_DATABASE) throw error;
        if (stopping.signal.aborted) throw error;
        await pause(AGAIN);
      }
  }

  async function attempt(
    claimed: Claim,
    message: BegunMessage,
    stored: Buffer,
  ): Promise<{ outcomes: Map<string, Outcome>; messageId: string | null }> {
    const { domain, recipients, queueId } = claimed;
    if (await local.isHere(domain)) {
      const outgoing = outgoingMessage(stored, "", async () => "");
      const outcomes = await local.deliver({
        bytes: readyToLeave(stored),
        trace: traceOf(message, queueId),
        mailFrom: message.mailFrom,
        addresses: addressesOf(claimed),
        transactionId: queueId,
      });
      return { outcomes, messageId: outgoing.messageId };
    }
    const outgoing = outgoingMessage(
      stored,
      traceOf(message, queueId),
      message.origin === "redirect" ? (bytes) => seal(bytes, message) : sign,
    );
    // What took longer than the lease, such as a long wait for memory, may be another process's by now.
    if (!(await isStillOurs(db, lease, claimed))) {
      await release(db, lease, claimed, addressesOf(claimed), clock.now());
      return { outcomes: new Map(), messageId: outgoing.messageId };
    }
    const envelope = { ...message, envelopeId: queueId, recipients };
    const outcomes = await transport.deliver(domain, envelope, outgoing);
    return { outcomes, messageId: outgoing.messageId };
  }

  /** Why what a person wrote is not handed on; `null`: nothing is against it. What is passed on was looked at when it came. */
  async function scanned(
    bytes: Buffer,
    { hash, origin, mailFrom }: BegunMessage,
    queueId: string,
  ): Promise<Outcome | null> {
    if (origin !== "submission" && origin !== "mua") return null;
    const now = performance.now();
    if ((cleanUntil.get(hash) ?? 0) > now) return null;
    const found = await options.scan?.({ bytes, queueId, mailFrom });
    if (found?.threat != null)
      return ownOutcome("failed", "5.7.1", `A virus was found in the message: ${found.threat}`);
    if (found?.mustWait)
      return ownOutcome("retry", "4.7.1", "The message could not be scanned for viruses");
    if (cleanUntil.size >= MOST_CLEAN) cleanUntil.clear();
    cleanUntil.set(hash, now + CLEAN_FOR);
    return null;
  }

  async function sign(message: Buffer): Promise<string> {
    const domain = domainOfAuthor(message);
    // Nobody signs for other people's domains.
    if (domain === null || !(await local.isHere(domain))) return "";
    return await dkim.sign(domain, message).catch((err: unknown) => {
      log.error({ err, domain }, "outgoing mail is not signed: could not read the DKIM key");
      return "";
    });
  }

  /** Of what is passed on for a recipient here, in the name of the domain in its envelope. */
  async function seal(bytes: Buffer, { mailFrom }: BegunMessage): Promise<string> {
    const signature = await sign(bytes);
    const domain = domainOf(mailFrom);
    if (domain === "" || !(await local.isHere(domain))) return signature;
    const signed = Buffer.concat([Buffer.from(signature), bytes]);
    const set = await dkim.seal(domain, signed, ownName).catch((err: unknown) => {
      log.error({ err, domain }, "redirected mail is not sealed");
      return "";
    });
    return `${set}${signature}`;
  }

  /** RFC 5321 §4.4, with the protocol of RFC 3848; mail that was made here has not come from anywhere. */
  function traceOf({ origin, createdAt }: BegunMessage, queueId: string): string {
    if (origin !== "submission" && origin !== "mua") return "";
    const protocol = origin === "submission" ? "HTTP" : "ESMTPSA";
    return `Received: by ${ownName} with ${protocol} id ${queueId};\r\n\t${mailDate(createdAt)}\r\n`;
  }

  /** Repeats what the database could not take now; all that is repeated may be done twice. */
  async function surely<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!mayPass(error)) throw error;
        await pause(AGAIN);
      }
    }
  }

  return {
    async start() {
      if (options.isAlone) await releaseLeases(db, "all", clock.now());
      takeOver?.hold(lease);
      takeOver?.watch({
        what: "outgoing mail",
        begun: () => leases(db),
        async free(gone) {
          await releaseLeases(db, gone, clock.now());
          wake();
        },
      });
      const changed = (): void => {
        watch.moved();
        wake();
      };
      stopListening = notify.listen(QUEUE_TOPIC, changed, changed);
      renewal = setInterval(() => {
        if (running.size === 0) return;
        renewLeases(db, lease, clock.now()).catch((err: unknown) =>
          log.warn({ err }, "could not renew leases"),
        );
      }, LEASE / 4);
      wake();
    },
    async settle() {
      for (;;) {
        const begun = await look();
        await Promise.all(running.keys());
        if (begun === 0) return;
      }
    },
    async stop() {
      stopping.abort();
      stopListening?.();
      clearTimeout(timer);
      await looking;
      transport.interrupt();
      const done = Promise.all(running.keys());
      const orLate = (time: number) => Promise.race([done, pause(time, undefined, { ref: false })]);
      await orLate(options.stopWithin ?? STOP_WITHIN);
      await Promise.all([transport.close(), orLate(WRITE_WITHIN)]);
      await watch.stop();
      clearInterval(renewal);
    },
  };
}

const addressesOf = ({ recipients }: Claim): string[] => recipients.map(({ address }) => address);

function isMissingAccount(error: unknown): boolean {
  return error instanceof Refusal && error.code === "accountNotFound";
}
