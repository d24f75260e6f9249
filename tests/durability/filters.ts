import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Actor } from "../../server/src/engine/index.ts";
import type { Suite } from "../../server/src/wiring/suite.ts";

const FOLDER = "Sorted";

/**
 * Gives accounts a filter that files each message in a folder that it makes, and marks it as read.
 * @param to where a copy of each is sent on, if it is
 */
export async function filterAll(
  { engine }: Suite,
  accountIds: readonly string[],
  to?: string,
): Promise<void> {
  const script = `require ["fileinto", "mailbox", "imap4flags", "copy"];
    ${to === undefined ? "" : `redirect :copy "${to}";`}
    fileinto :create :flags "\\\\Seen" "${FOLDER}";`;
  for (const accountId of accountIds) {
    const accounts = { [accountId]: { name: "", isPersonal: true, isReadOnly: false } };
    const actor: Actor = { personId: "system", accountId, roles: [], accounts };
    const bytes = new TextEncoder().encode(script);
    const { blobId } = await engine.blobs.upload(actor, accountId, bytes, "application/sieve");
    const { methodResponses } = await engine.handle(actor, {
      using: [CAPABILITY.core, CAPABILITY.sieve],
      methodCalls: [
        [
          "SieveScript/set",
          { accountId, create: { a: { blobId } }, onSuccessActivateScript: "#a" },
          "0",
        ],
      ],
    });
    const [, answer] = methodResponses[0]!;
    if (!answer["created"]) throw new Error(`no filter was made: ${JSON.stringify(answer)}`);
  }
}

/** What is wrong with mail that such filters have seen: none when each message is in the folder, read, and was sent on so often. */
export async function faultsOfFilters(
  { platform: { pool } }: Suite,
  accountIds: readonly string[],
  times: 0 | 1,
  from = "load.example.net",
): Promise<string[]> {
  const { rows } = await pool.query<{
    id: string;
    account: string;
    isSorted: boolean;
    sentOn: number;
  }>(
    `select e.message_ids->'messageId'->>0 id, e.account_id account,
       '$seen' = any(e.keywords) and exists (select from email_mailbox m
         join mailbox b on b.account_id = m.account_id and b.id = m.mailbox_id
         where m.account_id = e.account_id and m.email_id = e.id and b.name = $3) "isSorted",
       (select count(*)::int from queue_message q where q.account_id = e.account_id and q.origin = 'redirect'
         and q.created_at = e.created_at) "sentOn"
     from (select email.*, d.delivered_at created_at from email
       join delivery d on d.account_id = email.account_id and d.email_id = email.id) e
     where e.account_id = any($1) and e.message_ids->'messageId'->>0 like '%@' || $2`,
    [accountIds, from, FOLDER],
  );
  if (rows.length === 0) return ["no message was filtered"];
  const faults = rows.flatMap(({ id, account, isSorted, sentOn }) => [
    ...(isSorted ? [] : [`${id} is not where the filter of ${account} files it`]),
    ...(sentOn === times ? [] : [`${id} was sent on ${sentOn} times by ${account}`]),
  ]);
  const { rows: folders } = await pool.query<{ count: number }>(
    "select count(*)::int count from mailbox where account_id = any($1) and name = $2",
    [accountIds, FOLDER],
  );
  if (folders[0]!.count !== accountIds.length)
    faults.push(`${folders[0]!.count} folders were made for ${accountIds.length} accounts`);
  return faults;
}
