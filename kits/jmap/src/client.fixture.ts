import { Email } from "@atrium/contract/types/email";
import type { JmapRequest } from "@atrium/contract/types/wire";
import { beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import {
  mailFixture,
  type Mailer,
  type MailFixture,
} from "../../../server/src/features/mail/mail.fixture.ts";
import { testPlatform, type TestPlatform } from "../../../server/src/testing/index.ts";
import { createClient } from "./client.ts";
import { deliverSubjects } from "./deliver.fixture.ts";
import { engineTransport, type EngineTransport } from "./engine-transport.fixture.ts";
import type { Account, JmapClient } from "./index.ts";
import { listOf } from "./list.fixture.ts";
import type { WindowedQuery } from "./query/windowed-query.ts";

/** A window of a new person, on a real engine. */
export class TestWindow {
  platform!: TestPlatform;
  mail!: MailFixture;
  person!: Mailer;
  transport!: EngineTransport;
  client!: JmapClient;
  account!: Account;

  open(person: Mailer): void {
    this.person = person;
    this.transport = engineTransport(this.mail.engine, person);
    this.#connect();
  }

  /** Closed, and opened again, with nothing known. */
  reopen(): void {
    this.client.close();
    this.#connect();
  }

  #connect(): void {
    this.client = createClient(this.transport);
    this.account = this.client.account(this.person.accountId);
  }

  /** The inbox, looked at until the test ends. */
  async openInbox(account: Account = this.account): Promise<WindowedQuery> {
    const query = account.query(listOf(this.person.mailboxes.inbox));
    onTestFinished(query.subscribe(() => undefined));
    await expect.poll(() => query.view().status).toBe("ready");
    return query;
  }

  /** Answers their ids. Many come at once. */
  deliver(...subjects: string[]): Promise<string[]> {
    return deliverSubjects(this, subjects);
  }

  /** What stands in the list's rows; `undefined` where that is not here yet. */
  subjects(query: WindowedQuery): (string | null | undefined)[] {
    return Array.from({ length: query.view().length }, (_, row) => {
      const id = query.view().idAt(row);
      return id === undefined ? undefined : this.account.get(Email, id)?.subject;
    });
  }

  /** How often this method was called. */
  calls(name: string): number {
    return this.transport.requests
      .flatMap(({ methodCalls }) => methodCalls)
      .filter(([method]) => method === name).length;
  }

  /** Holds the next answer back that fits; resolves to what lets it arrive, as soon as the server has made it. */
  hold(fits: (request: JmapRequest) => boolean): Promise<() => void> {
    return new Promise((resolve) => {
      const before = this.transport.delay;
      let isHeld = false;
      this.transport.delay = (request) => {
        if (isHeld || !fits(request)) return before?.(request);
        isHeld = true;
        return new Promise((arrive) => resolve(arrive));
      };
    });
  }
}

/** Before each test of the file this window is opened for another user. */
export function useWindow(): TestWindow {
  const window = new TestWindow();
  let count = 0;
  beforeAll(async () => {
    window.platform = await testPlatform();
    window.mail = mailFixture(window.platform);
  });
  beforeEach(async () => {
    window.open(await window.mail.person(`person ${++count}`));
    return () => window.client.close();
  });
  return window;
}

/** A patch that moves a message from a folder into another. */
export const moveTo = (from: string, to: string) => ({
  [`mailboxIds/${from}`]: null,
  [`mailboxIds/${to}`]: true,
});
