import { createOutboundHttp } from "../../../platform/outbound-http/index.ts";
import { makeDemo, storedMail, testSuite, type StoredMail } from "../../../testing/organisation.ts";
import { startSink, type Sink } from "../../../testing/sink.ts";
import { undo } from "../../../testing/undo.ts";
import { createLocalDelivery } from "../../inbound/index.ts";
import { createDkim } from "../dkim/keys.ts";
import { createOutgoing, type OutgoingOptions } from "../outgoing.ts";
import type { Timeouts } from "../transport/limits.ts";
import { enqueueMessage, submissionProgress, type NewMessage } from "./index.ts";
import type { Queue } from "./pump.ts";

export const HOST = "mail.demo.test";
const LIFETIME = 4 * 86_400_000;
export const HOUR = 3_600_000;

/** More than a server of this machine takes, whatever else that does. Tests of one that hangs name what they wait for. */
const TIMEOUT = 60_000;
const TIMEOUTS: Timeouts = {
  connect: TIMEOUT,
  greeting: TIMEOUT,
  hello: TIMEOUT,
  tls: TIMEOUT,
  signIn: TIMEOUT,
  mail: TIMEOUT,
  rcpt: TIMEOUT,
  data: TIMEOUT,
  block: TIMEOUT,
  end: TIMEOUT,
  quit: TIMEOUT,
  delivery: 600_000,
};

export interface OutgoingBench {
  readonly suite: Awaited<ReturnType<typeof testSuite>>;
  /** The mail server of example.org, whose domain has Alice's friends. */
  readonly sink: Sink;
  readonly alice: string;
  readonly bob: string;
  /** A queue that runs when a test says so; another one is another process. */
  queue(options?: Partial<OutgoingOptions>): Queue;
  /** Puts a message of Alice's on its way; its subject names it. */
  send(to: readonly string[], message?: Partial<NewMessage> & { text?: string }): Promise<Sent>;
  /** The reports that Alice got. */
  reports(): Promise<StoredMail[]>;
}

export interface Sent {
  readonly queueId: string;
  readonly subject: string;
  /** `delivered` of each recipient. */
  fate(): Promise<Record<string, string>>;
}

/** An organisation with Alice and Bob, and a hostile sink for everybody else. Call it in `beforeAll`. */
export async function outgoingBench(): Promise<OutgoingBench> {
  const suite = await testSuite();
  const { platform, engine, accounts } = suite;
  const { db, blobs, clock, notify, resolver, names, log, secrets } = platform;
  const people = await makeDemo(suite, "alice", "bob");
  const [alice, bob] = [people.alice.accountId, people.bob.accountId];
  const sink = await startSink();
  undo.push(() => sink.close());
  names.set({
    "example.org": { MX: [[10, "mx.example.org"]] },
    "mx.example.org": { A: ["127.0.0.1"] },
    "other.example": { A: ["127.0.0.1"] },
  });
  const dkim = createDkim({ db, secrets, clock });
  const config: OutgoingOptions["config"] = {
    smarthost: null,
    mxPort: sink.port,
    outboundNetworks: ["127.0.0.1"],
    queueLifetime: LIFETIME,
    databaseUrl: "postgres://shared",
    processes: 1,
  };
  let count = 0;

  return {
    suite,
    sink,
    alice,
    bob,
    queue: (options = {}) =>
      createOutgoing({
        engine,
        local: createLocalDelivery({ engine, accounts, blobs, clock, secrets }),
        db,
        blobs,
        clock,
        log,
        notify,
        resolver,
        dkim,
        outboundHttp: createOutboundHttp({ resolver, networks: null }),
        hostName: HOST,
        timeouts: TIMEOUTS,
        random: () => 0.5,
        ...options,
        config: { ...config, ...options.config },
      }),
    async send(to, { text, ...message } = {}) {
      count += 1;
      const subject = `message ${count}`;
      const bytes = Buffer.from(
        text ??
          [
            "From: Alice <alice@demo.test>",
            `To: ${to.join(", ")}`,
            "Bcc: secret@example.org",
            `Subject: ${subject}`,
            "Date: Mon, 02 Mar 2026 09:00:00 +0000",
            `Message-ID: <${count}@demo.test>`,
            "",
            "Hello.",
            ".a line with a dot",
            "",
          ].join("\r\n"),
      );
      const { hash, size } = await blobs.put(bytes);
      const submissionId = `s${count}`;
      const queueId = await engine.write([alice], (w) =>
        enqueueMessage(w, {
          accountId: alice,
          submissionId,
          hash,
          size,
          mailFrom: "alice@demo.test",
          recipients: to.map((address) => ({ address })),
          notBefore: clock.now(),
          origin: "submission",
          ...message,
        }),
      );
      return {
        queueId,
        subject,
        async fate() {
          const progress = await submissionProgress(db, alice, [submissionId]);
          const { deliveryStatus = {} } = progress.get(submissionId) ?? {};
          return Object.fromEntries(
            Object.entries(deliveryStatus).map(([address, { delivered }]) => [address, delivered]),
          );
        },
      };
    },
    async reports() {
      const mail = await storedMail(suite, alice);
      return mail.filter(({ text }) => text.includes("report-type=delivery-status"));
    },
  };
}
