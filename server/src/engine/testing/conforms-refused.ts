import { sql } from "kysely";
import { expect, it } from "vitest";
import type { TypeDescription } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { Db, Notify } from "../../platform/db/index.ts";
import { refuse } from "../errors.ts";
import { createEngine, type Engine } from "../index.ts";
import type { Served } from "../serve.ts";
import { callMethod } from "./call-method.ts";
import type { Conformance, ConformanceContext } from "./conforms.ts";

const LATE = "when all was written";

/**
 * What is refused leaves nothing behind, however late: no row, no entry in a log, no quota, no hint. The store does all of
 * its work here before it refuses.
 */
export function conformsToRefusing({ type, fixture, isOfAccount }: ConformanceContext): void {
  it("/set leaves nothing of what it refuses", async () => {
    const { create, patch, destroys, make, accountId } = fixture();
    const hints: string[] = [];
    const refused = async (key: string, args: JsonObject): Promise<void> => {
      const engine = refusingLate(fixture(), type, hints);
      const before = await contentOf(engine.db);
      const answer = await callMethod({ ...fixture(), engine }, type, "set", {
        ...(isOfAccount ? { accountId } : {}),
        ...args,
      });
      expect(Object.values((answer[key] ?? answer) as JsonObject)).toMatchObject(
        Object.values(args).flatMap((part) =>
          Object.keys(part as object).map(() => ({ type: "forbidden", description: LATE })),
        ),
      );
      for (const none of ["created", "updated", "destroyed"]) expect(answer[none]).toBeNull();
      expect(answer["newState"]).toBe(answer["oldState"]);
      expect(await contentOf(engine.db)).toEqual(before);
    };
    if (create !== undefined)
      await refused("notCreated", { create: { one: create(), two: create() } });
    if (patch !== undefined) {
      const ids = new Set([await make(), await make()]);
      const update = Object.fromEntries([...ids].map((id) => [id, patch(id)]));
      await refused("notUpdated", { update });
    }
    if (destroys) {
      const ids = new Set([await make(), await make()]);
      await refused("notDestroyed", { destroy: [...ids] });
    }
    expect(hints).toEqual([]);
  });
}

/** The same engine, in which this type's store refuses what it has done. */
function refusingLate(
  { engine, using = [] }: Pick<Conformance, "engine" | "using">,
  type: TypeDescription,
  hints: string[],
): Engine {
  const { db, limits, services } = engine;
  const notify: Notify = {
    send: (topic, hint) => void hints.push(`${topic}: ${hint}`),
    listen: () => () => undefined,
    close: async () => undefined,
  };
  const types = services.types.map((one) => (one.type.name === type.name ? late(one) : one));
  const served = new Set(types.map((one) => one.type.capability));
  const capabilities = using
    .filter((urn) => !served.has(urn))
    .map((urn) => ({ urn, server: null, account: () => null }));
  const { unpack, ...given } = services;
  return createEngine({
    ...given,
    ...(unpack && { unpack }),
    db,
    limits,
    notify,
    types,
    capabilities,
  });
}

function late(served: Served): Served {
  const { store } = served;
  const refusing =
    <Args extends unknown[]>(work: (...args: Args) => Promise<unknown>) =>
    async (...args: Args): Promise<never> => {
      await work(...args);
      return refuse("forbidden", LATE);
    };
  return {
    ...served,
    store: {
      ...store,
      writesFirst: true,
      ...(store.create && { create: refusing((...args) => store.create!(...args)) }),
      ...(store.update && { update: refusing((...args) => store.update!(...args)) }),
      ...(store.destroy && { destroy: refusing((...args) => store.destroy!(...args)) }),
    },
  };
}

/** All of the database: how many rows each table has, and a digest of them. */
async function contentOf(db: Db): Promise<JsonObject> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    db,
  );
  const each = tables.map(
    ({ schema, name }) => sql`
    select ${name}::text as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as rows
    from ${sql.id(schema, name)} t`,
  );
  const { rows } = await sql<{
    name: string;
    rows: string;
  }>`${sql.join(each, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
