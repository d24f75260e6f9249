import { DeletedEmail } from "@atrium/contract/types/deleted-email";
import type { ConditionOf, Filter } from "@atrium/contract/types/define";
import { sql, type Selectable } from "kysely";
import { holdsWord, whereOf, type UnitOfWork } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { MAX_DELETED_EMAILS, MAX_DELETED_OCTETS } from "../limits.ts";
import type { DeletedEmailTable } from "../tables.ts";

export type DeletedRow = Selectable<DeletedEmailTable>;

/** What an account keeps of deleted messages. */
export interface DeletedUsage {
  readonly emails: number;
  readonly octets: number;
}

/** Messages that make room in one statement. */
const BATCH = 1000;

/**
 * Takes messages out of `email` and keeps them; of drafts only those in the trash, as each time a draft is saved the one before is
 * destroyed. The oldest make room where an account keeps too many.
 */
export async function moveToDeleted(
  w: UnitOfWork,
  accountId: string,
  ids: readonly string[],
): Promise<GoneEmail[]> {
  const { rows } = await sql<
    GoneEmail & { kept: boolean; emails: number | null; octets: number | null }
  >`
    with gone as (
      delete from email where account_id = ${accountId} and id = any(${ids}::text[]) returning *
    ), kept as (
      insert into deleted_email (account_id, id, deleted_at, blob_hash, size, received_at, mailbox_ids,
        keywords, has_attachment, subject, sender, preview, authentication, trashed_from)
      select account_id, id, ${w.now}::timestamptz, blob_hash, size, received_at, mailbox_ids,
        keywords, has_attachment, subject, addresses->'from', preview, authentication, trashed_from
      from gone where not '$draft' = any(keywords) or exists (select from mailbox trash
        where trash.account_id = ${accountId} and trash.role = 'trash' and trash.id = any(gone.mailbox_ids))
      returning id, size
    ), usage as (
      insert into deleted_email_usage as u (account_id, emails, octets)
      select ${accountId}, count(*), sum(size) from kept having count(*) > 0
      on conflict (account_id) do update
        set emails = u.emails + excluded.emails, octets = u.octets + excluded.octets
      returning emails, octets
    )
    select g.id, g.thread_id, g.received_at, g.mailbox_ids, g.size, k.id is not null as kept,
      (select emails from usage) as emails, (select octets from usage) as octets
    from gone g left join kept k on k.id = g.id`.execute(w.tx);
  for (const { id, kept } of rows) if (kept) w.changed(accountId, DeletedEmail.name, id, "created");
  const [first] = rows;
  if (first !== undefined && first.emails !== null && first.octets !== null)
    await makeRoom(w, accountId, { emails: first.emails, octets: first.octets });
  return rows;
}

export interface GoneEmail {
  readonly id: string;
  readonly thread_id: string;
  readonly received_at: Date;
  readonly mailbox_ids: string[];
  readonly size: number;
}

async function makeRoom(w: UnitOfWork, accountId: string, usage: DeletedUsage): Promise<void> {
  let { emails, octets } = usage;
  while (emails > MAX_DELETED_EMAILS || octets > MAX_DELETED_OCTETS) {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select id, row_number() over oldest as nth, sum(size) over oldest - size as before
        from (select id, deleted_at, size from deleted_email where account_id = ${accountId}
          order by deleted_at, id limit ${BATCH}) batch
        window oldest as (order by deleted_at, id)
      ) old
      where nth <= ${emails - MAX_DELETED_EMAILS}::bigint
        or before < ${octets - MAX_DELETED_OCTETS}::bigint`.execute(w.tx);
    const freed = await forget(
      w,
      accountId,
      rows.map(({ id }) => id),
    );
    if (freed.emails === 0) return;
    emails -= freed.emails;
    octets -= freed.octets;
  }
}

/** Lets go of messages for good; answers what they took. */
export async function forget(
  w: UnitOfWork,
  accountId: string,
  ids: readonly string[],
): Promise<DeletedUsage> {
  if (ids.length === 0) return { emails: 0, octets: 0 };
  const { rows } = await sql<{ id: string; size: number }>`
    delete from deleted_email where account_id = ${accountId} and id = any(${[...ids]}::text[])
    returning id, size`.execute(w.tx);
  const freed = { emails: rows.length, octets: rows.reduce((sum, { size }) => sum + size, 0) };
  await sql`update deleted_email_usage
    set emails = emails - ${freed.emails}::bigint, octets = octets - ${freed.octets}::bigint
    where account_id = ${accountId}`.execute(w.tx);
  for (const { id } of rows) w.changed(accountId, DeletedEmail.name, id, "destroyed");
  return freed;
}

/** Those of these ids that there are, or the newest. */
export async function readDeleted(
  db: Db | Tx,
  accountId: string,
  ids: readonly string[] | null,
  limit: number,
): Promise<DeletedRow[]> {
  const all = db.selectFrom("deleted_email").selectAll().where("account_id", "=", accountId);
  return await (
    ids === null
      ? all.orderBy("deleted_at", "desc").orderBy("id", "desc").limit(limit)
      : all.where("id", "=", sql<string>`any(${[...ids]})`)
  ).execute();
}

/** Ids of all that a filter means. */
export async function searchDeleted(
  db: Db | Tx,
  accountId: string,
  filter: Filter<ConditionOf<typeof DeletedEmail>> | null,
  { isAscending }: { readonly isAscending: boolean },
): Promise<string[]> {
  const where = whereOf(filter, ({ text }) =>
    text === undefined
      ? []
      : [
          sql`(${holdsWord(sql`d.subject`, text)} or exists (
            select from jsonb_array_elements(case jsonb_typeof(d.sender) when 'array' then d.sender else '[]' end) one
            where ${holdsWord(sql`one->>'name'`, text)} or ${holdsWord(sql`one->>'email'`, text)}))`,
        ],
  );
  const order = isAscending ? sql`deleted_at, id` : sql`deleted_at desc, id desc`;
  const { rows } = await sql<{ id: string }>`
    select id from deleted_email d where account_id = ${accountId} and ${where}
    order by ${order}`.execute(db);
  return rows.map(({ id }) => id);
}
