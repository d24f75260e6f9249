import { sql } from "kysely";
import { createEngine, type Actor, type Engine, type EngineOptions } from "../../engine/index.ts";
import {
  createRoleMailboxes,
  deliver,
  importMessages,
  mailCapabilities,
  mailTypes,
} from "./index.ts";
import { unpackTnef } from "./email/tnef-parts.ts";

type Mailboxes = Awaited<ReturnType<typeof createRoleMailboxes>>;

export interface Mailer {
  readonly accountId: string;
  readonly actor: Actor;
  readonly mailboxes: Mailboxes;
}

/** What a test says of what stands in a message; everything else is made up. */
interface TestText {
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
  readonly cc?: string;
  readonly messageId?: string;
  readonly inReplyTo?: string;
  readonly references?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** What a test says of a message, and of where it goes. */
export interface TestMessage extends TestText {
  /** The whole message as it is; only where it goes is then taken from the rest. */
  readonly bytes?: Buffer;
  readonly receivedAt?: Date;
  readonly role?: keyof Mailboxes;
  readonly mailboxIds?: readonly string[];
  readonly keywords?: readonly string[];
}

/** Where nothing can be said of where it goes. */
type OnlyText = TestText & {
  readonly [Name in Exclude<keyof TestMessage, keyof TestText>]?: never;
};

/** For tests: an engine that serves mail over a real database, people with accounts, and messages. */
export interface MailFixture {
  readonly engine: Engine;
  person(name: string): Promise<Mailer>;
  /** Delivers to one person and answers the email's id. */
  deliver(to: Mailer, message?: TestMessage): Promise<string>;
  /** Brings many into one person's inbox at once, as mail from elsewhere, each a second after the one before; answers their ids. */
  fill(to: Mailer, messages: readonly OnlyText[]): Promise<string[]>;
  /** Calls one method and answers its arguments; an error's have `error: true`. */
  call(who: Mailer, method: string, args?: object): Promise<Record<string, unknown>>;
}

export function mailFixture(
  platform: Pick<
    EngineOptions,
    "db" | "blobs" | "clock" | "ids" | "log" | "notify" | "quota" | "workers"
  >,
): MailFixture {
  const engine = createEngine({
    ...platform,
    types: mailTypes,
    capabilities: mailCapabilities,
    unpack: unpackTnef,
  });
  let count = 0;
  return {
    engine,
    async person(name) {
      const accountId = platform.ids.next("a");
      const mailboxes = await engine.write([], async (w) => {
        await w.addAccount({ accountId, kind: "personal", name });
        return await createRoleMailboxes(w, accountId);
      });
      const accounts = { [accountId]: { name, isPersonal: true, isReadOnly: false } };
      const actor: Actor = {
        personId: platform.ids.next("p"),
        accountId,
        roles: ["member"],
        accounts,
      };
      return { accountId, actor, mailboxes };
    },
    async deliver(to, message = {}) {
      count += 1;
      const number = count;
      const { hash, size } = await engine.services.blobs.put(
        message.bytes ?? testMessage(message, number),
      );
      const [delivered] = await deliver(engine, {
        hash,
        size,
        transactionId: `transaction ${number}`,
        receivedAt: message.receivedAt ?? platform.clock.now(),
        recipients: [
          {
            accountId: to.accountId,
            mailboxIds: message.mailboxIds ?? [to.mailboxes[message.role ?? "inbox"]],
            keywords: message.keywords ?? [],
          },
        ],
      });
      return delivered!.emailId;
    },
    async fill(to, messages) {
      const after = platform.clock.now();
      await importMessages(
        engine,
        to.accountId,
        messages.map((message, at) => {
          count += 1;
          const receivedAt = new Date(after.getTime() + (at + 1) * 1000);
          return { bytes: testMessage(message, count), receivedAt, mailboxRole: "inbox" };
        }),
      );
      const { rows } = await sql<{ id: string }>`
        select id from email where account_id = ${to.accountId} and received_at > ${after}
        order by received_at`.execute(platform.db);
      return rows.map(({ id }) => id);
    },
    async call(who, method, args = {}) {
      const { methodResponses } = await engine.handle(who.actor, {
        using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
        methodCalls: [[method, { accountId: who.accountId, ...args }, "c"]],
      });
      const [name, answer] = methodResponses[0]!;
      return name === "error" ? { ...answer, error: true } : answer;
    },
  };
}

/** The bytes of a message; each has an id of its own unless the test gives one. */
export function testMessage(message: TestText, count: number): Buffer {
  const {
    subject = `Message ${count}`,
    from = "Bob <bob@demo.test>",
    to = "alice@demo.test",
  } = message;
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    ...(message.cc === undefined ? [] : [`Cc: ${message.cc}`]),
    `Subject: ${subject}`,
    `Message-ID: <${message.messageId ?? `${count}@test`}>`,
    ...(message.inReplyTo === undefined ? [] : [`In-Reply-To: <${message.inReplyTo}>`]),
    ...(message.references === undefined ? [] : [`References: ${message.references}`]),
    "Date: Tue, 3 Mar 2026 10:00:00 +0900",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    ...(message.headers ?? []),
    "",
    message.body ?? `This is message ${count}.`,
    "",
  ];
  return Buffer.from(lines.join("\r\n"));
}
