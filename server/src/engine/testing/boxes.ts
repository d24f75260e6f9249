import { CAPABILITY as SHARED } from "@atrium/contract/types/wire";
import { defineType, shape, type TypeDescription } from "@atrium/contract/types/define";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { blobId, parseBlobId } from "../blob-ids.ts";
import { refuseProperty } from "../errors.ts";
import { inMemory } from "../in-memory.ts";
import { serve, type Call, type Served, type WriteCall } from "../serve.ts";
import { tableStore, type Beside } from "../table-store.ts";

/** Types of which records lie in others: cards in any number of boxes, and on one shelf at most. */
const CAPABILITY = "urn:test:boxes";
/** What their ends are under, as of all that can be shared. */
const ENDS = SHARED.share;

export const BOX_RIGHTS = ["mayRead", "mayReadCards", "mayWrite", "mayShare", "mayDelete"] as const;

const container = <const Name extends string>(name: Name) =>
  defineType({
    name,
    capability: CAPABILITY,
    properties: {
      id: { type: "Id", immutable: true, serverSet: true },
      name: { type: "String" },
      myRights: { type: shape<Readonly<Record<string, boolean>>>("object"), serverSet: true },
      shareWith: {
        type: shape<Readonly<Record<string, Readonly<Record<string, boolean>>>>>("object"),
        nullable: true,
        default: null,
      },
      shareUntil: {
        type: shape<Readonly<Record<string, string>>>("object"),
        nullable: true,
        default: null,
        capability: ENDS,
      },
    },
    filters: { text: { type: "String" } },
    sorts: ["name"],
  });

export const Box = container("Box");
export const Shelf = container("Shelf");

export const Card = defineType({
  name: "Card",
  capability: CAPABILITY,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    name: { type: "String" },
    boxIds: { type: { set: "Id" }, default: {} },
    shelfId: { type: "Id", nullable: true, default: null },
    /** A blob. */
    pictureId: { type: "String", nullable: true, default: null },
  },
  filters: { text: { type: "String" }, inBox: { type: "Id" } },
  sorts: ["name"],
});

const RIGHTS = {
  read: "mayRead",
  change: (property: string): string => (property.startsWith("share") ? "mayShare" : "mayWrite"),
  destroy: "mayDelete",
};
const OF_CARDS = { read: "mayReadCards", add: "mayWrite", remove: "mayWrite", change: "mayWrite" };

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
const hasText = ({ name }: { readonly name: string }, text: unknown): boolean =>
  name.includes(String(text));

/** Serves the three; `besideOf` says how boxes and shelves are shared. */
export function boxTypes(
  besideOf: (type: typeof Box | typeof Shelf) => Beside<TypeDescription>,
): readonly Served[] {
  const cards = tableStore(Card, {
    table: "card",
    idPrefix: "kc",
    liesIn: {
      Box: { property: "boxIds", rights: OF_CARDS },
      Shelf: { property: "shelfId", rights: OF_CARDS },
    },
  });
  const access = (): boolean => true;
  const all = (call: Call) => cards.get(call, null, [], 10_000) as never;
  const place = (type: typeof Box | typeof Shelf, table: string, idPrefix: string): Served => {
    const store = tableStore(type, {
      table,
      idPrefix,
      isShared: RIGHTS,
      beside: besideOf(type) as never,
      destroyed: (call, rows) =>
        emptied(
          call,
          table,
          rows.map((row) => String(row["id"])),
        ),
    });
    const list = inMemory<typeof Box>({
      all: (call) => store.get(call, null, [], 10_000) as never,
      match: { text: hasText },
      compare: { name: byName },
    });
    return serve(type, { access, store: { ...store, list }, container: store.container! });
  };
  const card = serve(Card, {
    access,
    container: cards.container!,
    rules: { create: checkPlaces, update: checkPlaces },
    store: {
      ...cards,
      list: inMemory<typeof Card>({
        all,
        match: { text: hasText, inBox: ({ boxIds }, id) => Object.hasOwn(boxIds, id) },
        compare: { name: byName },
      }),
      async findByBlobs({ db, accountId, reach }, hashes) {
        const ids = hashes.map((hash) => blobId(hash));
        const { rows } = await sql<{ id: string; picture_id: string }>`
          select id, picture_id from card where account_id = ${accountId}
            and picture_id = any(${ids}) and ${cards.inReach(reach)}`.execute(db);
        return rows.map((row) => ({ id: row.id, hash: parseBlobId(row.picture_id)!.hash }));
      },
    },
  });
  return [place(Box, "box", "kb"), place(Shelf, "shelf", "ks"), card];
}

/** What lies only in a box that is destroyed is destroyed with it; a shelf leaves its cards. */
async function emptied(
  { w, accountId }: WriteCall,
  table: string,
  ids: readonly string[],
): Promise<void> {
  const note = (rows: readonly { id: string }[], change: "updated" | "destroyed"): void => {
    for (const { id } of rows) w.changed(accountId, "Card", id, change);
  };
  if (table === "shelf") {
    const { rows } = await sql<{ id: string }>`
      update card set shelf_id = null where account_id = ${accountId} and shelf_id = any(${[...ids]})
      returning id`.execute(w.tx);
    return note(rows, "updated");
  }
  const { rows } = await sql<{ id: string }>`
    update card set box_ids = box_ids - ${[...ids]}::text[]
    where account_id = ${accountId} and box_ids ?| ${[...ids]}::text[] returning id`.execute(w.tx);
  note(rows, "updated");
  const gone = await sql<{ id: string }>`
    delete from card where account_id = ${accountId} and id = any(${rows.map(({ id }) => id)})
      and box_ids = '{}' and shelf_id is null returning id`.execute(w.tx);
  note(gone.rows, "destroyed");
}

async function checkPlaces(
  record: { readonly boxIds?: object; readonly shelfId?: string | null },
  second: unknown,
  third?: WriteCall,
): Promise<void> {
  const { w, accountId } = third ?? (second as WriteCall);
  const ids = Object.keys(record.boxIds ?? {});
  const { rows } = await sql<{ boxes: number }>`
    select count(*)::int as boxes from box where account_id = ${accountId} and id = any(${ids})`.execute(
    w.tx,
  );
  if (rows[0]!.boxes < ids.length) refuseProperty("boxIds", "there is no such box");
}

/** Their tables. */
export async function createBoxes(db: Db): Promise<void> {
  for (const name of ["box", "shelf"])
    await sql`create table ${sql.table(name)} (
      account_id text not null, id text not null, name text not null, primary key (account_id, id))`.execute(
      db,
    );
  await sql`create table card (
    account_id text not null, id text not null, name text not null, box_ids jsonb not null, shelf_id text,
    picture_id text, primary key (account_id, id))`.execute(db);
}
