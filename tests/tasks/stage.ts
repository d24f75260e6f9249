import { setTimeout as pause } from "node:timers/promises";
import type { EmailFilter, EmailRecord } from "@atrium/contract/types/email";
import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import type { Browser, BrowserContext } from "playwright-core";
import type { Actor } from "../../server/src/engine/index.ts";
import { createDemo, PEOPLE, type PersonKey } from "../../server/src/features/demo/index.ts";
import { startSuite } from "../../server/src/testing/suite.ts";
import { layLine, type Line } from "./line.ts";
import type { SendMailOptions } from "nodemailer";
import { post } from "../e2e/mail-post.ts";
import type { Size, Way } from "./task.ts";

const PASSWORD = "only for the tasks";
const USING = [
  "urn:ietf:params:jmap:core",
  "urn:ietf:params:jmap:mail",
  "urn:ietf:params:jmap:submission",
  "urn:ietf:params:jmap:filenode",
];

/** A person's mail as the server has it, asked by JMAP and not by the screen. */
export interface Mail {
  readonly accountId: string;
  call<T>(method: string, args: object): Promise<T>;
  mailboxes(): Promise<readonly MailboxRecord[]>;
  /** By role, or by name. */
  mailbox(name: string): Promise<MailboxRecord>;
  /** In the order of the ids; those that are gone are left out. */
  get(ids: readonly string[]): Promise<readonly EmailRecord[]>;
  /** Newest first; without `limit` all of them. */
  emails(filter: EmailFilter, options?: EmailOptions): Promise<readonly EmailRecord[]>;
}

interface EmailOptions {
  readonly limit?: number;
  readonly collapseThreads?: boolean;
}

/** A whole server with the demo organisation. */
export interface Stage {
  mail(who: PersonKey): Promise<Mail>;
  /** Has a message come from another server, and waits until it is in the inbox. */
  deliver(who: PersonKey, message: SendMailOptions): Promise<EmailRecord>;
  /** A browser of its own, where a user is signed in, and the line that it has to the server. */
  open(
    browser: Browser,
    how: { readonly way: Way; readonly size: Size; readonly who: PersonKey },
  ): Promise<{ context: BrowserContext; line: Line }>;
  close(): Promise<void>;
}

/** Every stage has the same mail, so that each way of doing a task finds the same things. */
export async function setStage(messages: number): Promise<Stage> {
  const server = await startSuite({ seeds: false });
  const { engine, accounts, platform } = server.suite;
  const keys = Object.keys(PEOPLE) as PersonKey[];
  const passwords = Object.fromEntries(keys.map((key) => [key, PASSWORD]));
  await createDemo({ engine, accounts, ...platform, passwords, count: messages });
  const lines: Line[] = [];

  const actors = new Map<PersonKey, Promise<Actor>>();

  /** Every sign-in takes the time that a password costs. */
  function actorOf(who: PersonKey): Promise<Actor> {
    const credentials = { address: PEOPLE[who].address, password: PASSWORD };
    const actor = actors.get(who) ?? accounts.authenticate(credentials, { ip: "127.0.0.1" });
    actors.set(who, actor);
    return actor;
  }

  const stage: Stage = {
    async mail(who) {
      const actor = await actorOf(who);
      return mailOf(actor, async (method, args) => {
        const methodCalls = [[method, args, "0"]];
        const { methodResponses } = await engine.handle(actor, { using: USING, methodCalls });
        const [name, said] = methodResponses[0]!;
        if (name === "error") throw new Error(`${method}: ${JSON.stringify(said)}`);
        return said;
      });
    },
    async deliver(who, message) {
      const mail = await stage.mail(who);
      const inbox = await mail.mailbox("inbox");
      const filter = { inMailbox: inbox.id, subject: `"${message.subject}"` };
      const before = new Set((await mail.emails(filter)).map(({ id }) => id));
      const to = PEOPLE[who].address;
      await post(server, [{ ...(message.raw === undefined && { to }), ...message }]);
      let come: EmailRecord | undefined;
      await until(`“${message.subject}” has come`, async () => {
        come = (await mail.emails(filter)).find(({ id }) => !before.has(id));
        return come !== undefined;
      });
      return come!;
    },
    async open(browser, { way, size, who }) {
      const line = await layLine(server.url);
      lines.push(line);
      const context = await browser.newContext({
        locale: "en-GB",
        viewport: size,
        ...(way === "touch" && {
          hasTouch: true,
          ...(size.width < 600 && { deviceScaleFactor: 2, isMobile: true }),
        }),
      });
      const response = await context.request.post(`${line.url}/api/sign-in`, {
        headers: { origin: line.url },
        data: { address: PEOPLE[who].address, password: PASSWORD },
      });
      if (!response.ok()) throw new Error(`Signing in answered ${response.status()}`);
      return { context, line };
    },
    async close() {
      for (const line of lines) await line.close();
      await server.close();
    },
  };
  return stage;
}

function mailOf(
  { accountId }: Actor,
  ask: (method: string, args: object) => Promise<unknown>,
): Mail {
  const call = async <T>(method: string, args: object): Promise<T> =>
    (await ask(method, { accountId, ...args })) as T;
  const mailboxes = async (): Promise<readonly MailboxRecord[]> =>
    (await call<{ list: MailboxRecord[] }>("Mailbox/get", { ids: null })).list;
  const get = async (ids: readonly string[]): Promise<readonly EmailRecord[]> => {
    const args = { ids, fetchTextBodyValues: true, fetchHTMLBodyValues: true };
    const { list } = await call<{ list: EmailRecord[] }>("Email/get", args);
    // RFC 8620 §5.1: a server may answer in any order.
    const byId = new Map(list.map((email) => [email.id, email]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  return {
    accountId,
    call,
    get,
    mailboxes,
    async mailbox(name) {
      const found = (await mailboxes()).find((one) => one.role === name || one.name === name);
      if (!found) throw new Error(`There is no folder ${name}`);
      return found;
    },
    async emails(filter, { limit, collapseThreads = false } = {}) {
      const { ids } = await call<{ ids: string[] }>("Email/query", {
        filter,
        sort: [{ property: "receivedAt", isAscending: false }],
        collapseThreads,
        ...(limit !== undefined && { limit }),
      });
      return get(ids);
    },
  };
}

/** Asks until the answer is what it should be: what a person did may still be on its way. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  within = 30_000,
): Promise<void> {
  const end = performance.now() + within;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It never came true on the server: ${what}`);
    await pause(200);
  }
}
