import { LOGO_VARIANTS, type Logo, type LogoVariant } from "@atrium/contract/types/organisation";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import "../tables.ts";
import type { StoredLogo } from "./logo.rules.ts";
import { ORGANISATION } from "./organisation.store.ts";

/** What the organisation is called and looks like. */
export interface Look {
  readonly name: string;
  /** As `#1a2b3c`. */
  readonly accent: string | null;
  readonly logos: Readonly<Record<LogoVariant, Logo | null>>;
}

/** Where logos are served, by their hash. */
export const LOGO_PATH = "/api/organisation/logo/";

/** Null before there is an organisation. */
export async function readLook(db: Db | Tx): Promise<Look | null> {
  const { rows } = await sql<
    Pick<Look, "name" | "accent"> & {
      variant: LogoVariant | null;
      hash: string;
      width: number;
      height: number;
    }
  >`
    select o.name, o.accent, l.variant, l.hash, l.width, l.height
    from organisation o left join organisation_logo l on l.account_id = o.account_id
    where o.account_id = ${ORGANISATION}`.execute(db);
  const [first] = rows;
  if (first === undefined) return null;
  const logoOf = (variant: LogoVariant): Logo | null => {
    const row = rows.find((one) => one.variant === variant);
    return row === undefined
      ? null
      : { url: LOGO_PATH + row.hash, width: row.width, height: row.height };
  };
  return {
    name: first.name,
    accent: first.accent,
    logos: { light: logoOf("light"), dark: logoOf("dark") },
  };
}

/** The logos with their octets. */
export async function readLogos(
  db: Db | Tx,
): Promise<ReadonlyMap<LogoVariant, Pick<StoredLogo, "mediaType" | "octets">>> {
  const rows = await db
    .selectFrom("organisation_logo")
    .select(["variant", "media_type", "octets"])
    .where("account_id", "=", ORGANISATION)
    .limit(LOGO_VARIANTS.length)
    .execute();
  return new Map(
    rows.map(({ variant, media_type, octets }) => [variant, { mediaType: media_type, octets }]),
  );
}

/** One of the logos by its hash; null when the organisation has no such one, or no more. */
export async function readLogo(
  db: Db,
  hash: string,
): Promise<Pick<StoredLogo, "mediaType" | "octets"> | null> {
  const row = await db
    .selectFrom("organisation_logo")
    .select(["media_type", "octets"])
    .where("account_id", "=", ORGANISATION)
    .where("hash", "=", hash)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { mediaType: row.media_type, octets: row.octets };
}

export async function writeLook(tx: Tx, values: Pick<Look, "name" | "accent">): Promise<void> {
  await tx.updateTable("organisation").set(values).where("account_id", "=", ORGANISATION).execute();
}

/** `null` takes it away. */
export async function writeLogo(
  tx: Tx,
  variant: LogoVariant,
  logo: StoredLogo | null,
): Promise<void> {
  if (logo === null) {
    await tx
      .deleteFrom("organisation_logo")
      .where("account_id", "=", ORGANISATION)
      .where("variant", "=", variant)
      .execute();
    return;
  }
  const { hash, mediaType, width, height, octets } = logo;
  const values = { hash, media_type: mediaType, width, height, octets };
  await tx
    .insertInto("organisation_logo")
    .values({ account_id: ORGANISATION, variant, ...values })
    .onConflict((conflict) => conflict.columns(["account_id", "variant"]).doUpdateSet(values))
    .execute();
}
