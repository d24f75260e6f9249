import type { Properties } from "@atrium/contract/types/define";
import {
  Preferences,
  PREFERENCES_ID,
  type Choices,
  type PreferencesRecord,
} from "@atrium/contract/types/preferences";
import { sql } from "kysely";
import { fits } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

const { id: _, ...CHOICES } = Preferences.properties;
const DESCRIBED: Properties = CHOICES;

/** What is chosen of what a row has. What a newer release wrote there, and this one does not understand, is left out. */
export const choicesOf = (row: Readonly<Record<string, unknown>>): Choices =>
  Object.fromEntries(
    Object.entries(DESCRIBED).flatMap(([name, property]) => {
      const value = Object.hasOwn(row, name) ? row[name] : null;
      return value !== null && fits(property, value) ? [[name, value]] : [];
    }),
  );

export async function readPreferences(
  db: Db | Tx,
  personId: string,
): Promise<PreferencesRecord | null> {
  const row = await db
    .selectFrom("person")
    .select("preferences")
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", personId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const nothing = Object.fromEntries(Object.keys(DESCRIBED).map((name) => [name, null]));
  return { ...nothing, ...choicesOf(row.preferences), id: PREFERENCES_ID } as PreferencesRecord;
}

/** Lays choices over the stored ones; `null` takes one away. Whatever else the row has stays as it is. */
export async function writeChoices(
  tx: Tx,
  personId: string,
  choices: Partial<PreferencesRecord>,
): Promise<void> {
  const names = Object.keys(choices) as (keyof PreferencesRecord)[];
  const chosen = names.filter((name) => choices[name] !== null);
  const set = JSON.stringify(Object.fromEntries(chosen.map((name) => [name, choices[name]])));
  const gone = names.filter((name) => choices[name] === null);
  await sql`update person set preferences = (preferences || ${set}::jsonb) - ${gone}::text[]
    where account_id = ${ORGANISATION} and id = ${personId}`.execute(tx);
}
