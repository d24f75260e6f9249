import { importMessages } from "../../server/src/features/mail/index.ts";
import { copyMail } from "../../server/src/testing/copy-mail.ts";
import type { TestSuite } from "../../server/src/testing/suite.ts";
import { mailbox } from "./mailbox.ts";

/** What is imported as mail always is: whole conversations, and whole days. Larger accounts hold it several times. */
export const IMPORTED = 1_200;

/**
 * Gives a user an inbox of so many messages, or as few more as make it a multiple of `IMPORTED`.
 */
export async function fill(
  { suite: { engine, platform } }: TestSuite,
  { accountId, address }: { readonly accountId: string; readonly address: string },
  count: number,
): Promise<void> {
  await importMessages(engine, accountId, mailbox(address, IMPORTED));
  const copies = Math.ceil(count / IMPORTED) - 1;
  await copyMail(platform.db, accountId, { copies, days: IMPORTED / 40 });
}
