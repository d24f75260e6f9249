import type { EmailRecord } from "@atrium/contract/types/email";
import { sql } from "kysely";
import type { Update, WriteCall } from "../../../engine/index.ts";
import { enqueue, type JobRequest } from "../../../platform/jobs/index.ts";
import "../tables.ts";

/** The job that learns from reports. */
export const LEARN_JUNK = { name: "junk.learn", retry: 10 } satisfies JobRequest;

/** The first author's address as `email_author` has it, of a row of `email`. */
export const AUTHOR = sql<string | null>`
  (left(lower(email.addresses -> 'from' -> 0 ->> 'email'), 250) collate "C")`;

type Placed = Pick<EmailRecord, "keywords" | "mailboxIds">;

/**
 * Notes in the same transaction what a person says of messages by what they do with them: that they are junk (`$junk`, moved
 * to Junk), or wanted (`$notjunk`, moved out of Junk, but not to be deleted). Said again, it is the same report; said
 * otherwise, the newest counts.
 */
export async function noteReports(
  call: WriteCall,
  updates: readonly (Pick<Update<Placed>, "id" | "before" | "after"> & {
    readonly changed: readonly string[];
  })[],
): Promise<void> {
  const told = updates.filter(
    ({ changed }) => changed.includes("keywords") || changed.includes("mailboxIds"),
  );
  if (told.length === 0) return;
  const { w, accountId, actor } = call;
  const mailboxes = await w.tx
    .selectFrom("mailbox")
    .select(["id", "role"])
    .where("account_id", "=", accountId)
    .where("role", "in", ["junk", "trash"])
    .execute();
  const idOf = (role: string): string => mailboxes.find((one) => one.role === role)?.id ?? "";
  const places = { junk: idOf("junk"), trash: idOf("trash") };
  const reports = told.flatMap(({ id, before, after }) => {
    const isJunk = saidOf(before, after, places);
    return isJunk === null ? [] : { id, isJunk };
  });
  if (reports.length === 0) return;
  await sql`
    insert into junk_report (account_id, email_id, person_id, is_junk, author, reported_at, is_pending)
    select ${accountId}, email.id, ${actor.personId}, r.is_junk, ${AUTHOR}, ${w.now}::timestamptz, true
    from unnest(${reports.map(({ id }) => id)}::text[], ${reports.map(({ isJunk }) => isJunk)}::bool[]) r (id, is_junk)
    join email on email.account_id = ${accountId} and email.id = r.id
    on conflict (account_id, email_id) do update set
      person_id = excluded.person_id, is_junk = excluded.is_junk, reported_at = excluded.reported_at,
      is_example = false, is_pending = true
    where junk_report.is_junk <> excluded.is_junk or junk_report.is_example`.execute(w.tx);
  await enqueue(w.tx, LEARN_JUNK);
}

/** Whether a change says that a message is junk, or that it is not; `null`: neither. */
function saidOf(
  before: Placed,
  after: Placed,
  places: { readonly junk: string; readonly trash: string },
): boolean | null {
  const came = (
    of: Readonly<Record<string, true>>,
    was: Readonly<Record<string, true>>,
    name: string,
  ) => of[name] === true && was[name] !== true;
  if (came(after.keywords, before.keywords, "$notjunk")) return false;
  if (came(after.keywords, before.keywords, "$junk")) return true;
  if (came(after.mailboxIds, before.mailboxIds, places.junk)) return true;
  // What is deleted from Junk was seen to be junk, or not seen.
  if (came(before.mailboxIds, after.mailboxIds, places.junk))
    return after.mailboxIds[places.trash] === true ? null : false;
  return null;
}
