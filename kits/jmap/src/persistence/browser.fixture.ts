import { Email } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { beforeAll, beforeEach, expect, onTestFinished, vi } from "vitest";
import {
  mailFixture,
  type Mailer,
  type MailFixture,
} from "../../../../server/src/features/mail/mail.fixture.ts";
import { testPlatform } from "../../../../server/src/testing/index.ts";
import { createClient, type JmapClient } from "../client.ts";
import { Unreachable } from "../connection/errors.ts";
import { deliverSubjects } from "../deliver.fixture.ts";
import { engineTransport, type EngineTransport } from "../engine-transport.fixture.ts";
import type { Account, WindowedQuery } from "../index.ts";
import { listOf } from "../list.fixture.ts";
import { emptyStorage } from "./storage.fixture.ts";

export interface OpenWindow {
  readonly client: JmapClient;
  readonly transport: EngineTransport;
  readonly account: Account;
  readonly inbox: WindowedQuery;
  subjects(): (string | undefined | null)[];
  close(): void;
}

/** For tests: a browser with a storage of its own, and a server. Every test begins with an empty browser and a new person. */
export interface TestBrowser {
  readonly mail: MailFixture;
  readonly platform: Awaited<ReturnType<typeof testPlatform>>;
  /** Whose browser it is. */
  readonly person: Mailer;
  readonly anotherPerson: () => Promise<Mailer>;
  /** To the person, one after the other; answers their ids. */
  readonly deliver: (...subjects: string[]) => Promise<string[]>;
  /** A window, signed in as a user: the person, unless another is named. */
  readonly openWindow: (of?: Mailer, failure?: Error) => OpenWindow;
  /** A window that saw these, closed; what it saw is persisted. */
  readonly visit: (...subjects: string[]) => Promise<void>;
}

export const away = new Unreachable("no network");

export const shows = (window: OpenWindow, ...subjects: string[]): Promise<void> =>
  expect.poll(() => window.subjects()).toEqual(subjects);

export function testBrowser(): TestBrowser {
  let mail: MailFixture;
  let platform: TestBrowser["platform"];
  let person: Mailer;
  let count = 0;
  const anotherPerson = (): Promise<Mailer> => mail.person(`person ${++count}`);
  beforeAll(async () => {
    platform = await testPlatform();
    mail = mailFixture(platform);
  });
  beforeEach(async () => {
    await emptyStorage();
    person = await anotherPerson();
  });

  function openWindow(of: Mailer = person, failure?: Error): OpenWindow {
    const transport = engineTransport(mail.engine, of);
    transport.failure = failure;
    const client = createClient(transport, { person: of.accountId });
    const account = client.account(of.accountId);
    const inbox = account.query(listOf(of.mailboxes.inbox));
    const stop = inbox.subscribe(() => undefined);
    const close = (): void => {
      stop();
      client.close();
    };
    onTestFinished(close);
    account.fetchAll(Mailbox).catch(() => undefined);
    const subjects = (): (string | undefined | null)[] =>
      Array.from({ length: inbox.view().length }, (_, row) => {
        const id = inbox.view().idAt(row);
        return id === undefined ? undefined : account.get(Email, id)?.subject;
      });
    return { client, transport, account, inbox, subjects, close };
  }

  return {
    get mail() {
      return mail;
    },
    get platform() {
      return platform;
    },
    get person() {
      return person;
    },
    anotherPerson,
    deliver: (...subjects) => deliverSubjects({ mail, platform, person }, subjects),
    openWindow,
    async visit(...subjects) {
      const window = openWindow();
      await shows(window, ...subjects);
      await expect.poll(() => window.account.isWhole(Mailbox)).toBe(true);
      window.close();
    },
  };
}

/** The browser's storage says that it is open only when this is called. */
export function holdStorage(): () => void {
  const open = indexedDB.open.bind(indexedDB);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow = vi.spyOn(indexedDB, "open").mockImplementation((...args) => {
    const request = open(...args);
    const add = request.addEventListener.bind(request) as EventTarget["addEventListener"];
    request.addEventListener = ((type: string, listener: (event: Event) => void) =>
      add(type, (event) => {
        if (type === "success") void held.then(() => listener(event));
        else listener(event);
      })) as typeof request.addEventListener;
    return request;
  });
  onTestFinished(() => slow.mockRestore());
  return release;
}
