import {
  LOGO_VARIANTS,
  Organisation,
  ORGANISATION_ID,
  type LogoVariant,
  type OrganisationRecord,
} from "@atrium/contract/types/organisation";
import { isColour } from "@atrium/formats/accent";
import { refuse, serve, type Served, type UnitOfWork } from "../../../engine/index.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { checkName } from "../name.rules.ts";
import {
  checkLogo,
  dataUrlOf,
  LOGO_PROPERTIES,
  type StoredLogo,
} from "../organisation/logo.rules.ts";
import { readLogos, readLook, writeLogo, writeLook } from "../organisation/look.store.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { may, type ActorOrSystem } from "../policy.ts";

/** What the organisation is called and looks like. */
export const organisationType: Served = serve(Organisation, {
  access: (actor, verb, accountId) =>
    accountId === ORGANISATION &&
    may(actor, verb === "read" ? "read" : "change", { type: "organisation" }),
  singleton: true,
  rules: {
    update: (after) => ({
      ...after,
      name: checkName(after.name),
      accent: checkAccent(after.accent),
    }),
  },
  store: {
    async get({ db }, ids, properties) {
      const look = ids === null || ids.includes(ORGANISATION_ID) ? await readLook(db) : null;
      if (look === null) return [];
      const wantsLogos = LOGO_VARIANTS.some((one) => properties.includes(LOGO_PROPERTIES[one]));
      const logos: Awaited<ReturnType<typeof readLogos>> = wantsLogos
        ? await readLogos(db)
        : new Map();
      const urlOf = (variant: LogoVariant): string | null => {
        const logo = logos.get(variant);
        return logo === undefined ? null : dataUrlOf(logo);
      };
      return [{ ...look, id: ORGANISATION_ID, logo: urlOf("light"), logoDark: urlOf("dark") }];
    },

    async update({ w, actor }, updates) {
      for (const { before, after } of updates) await change(w, actor, before, after);
      const look = (await readLook(w.tx))!;
      return new Map([[ORGANISATION_ID, { logos: look.logos }]]);
    },
  },
});

/** @throws Refusal `invalid` */
function checkAccent(accent: string | null): string | null {
  const colour = accent?.toLowerCase() ?? null;
  if (colour !== null && !isColour(colour))
    refuse("invalid", "accent: a colour as #1a2b3c", { properties: ["accent"] });
  return colour;
}

async function change(
  w: UnitOfWork,
  by: ActorOrSystem,
  before: OrganisationRecord,
  after: OrganisationRecord,
): Promise<void> {
  const { name, accent } = after;
  const changed: Record<string, unknown> = {};
  const logos = new Map<LogoVariant, StoredLogo | null>();
  for (const variant of LOGO_VARIANTS) {
    const property = LOGO_PROPERTIES[variant];
    const url = after[property];
    if (url === before[property]) continue;
    logos.set(variant, url === null ? null : checkLogo(variant, url));
    changed[property] = url !== null;
  }
  if (name !== before.name) changed["name"] = name;
  if (accent !== before.accent) changed["accent"] = accent;
  if (Object.keys(changed).length === 0) return;
  await writeLook(w.tx, { name, accent });
  for (const [variant, logo] of logos) await writeLogo(w.tx, variant, logo);
  await recordAct(w, by, { verb: "organisation.change", thing: name, detail: changed });
}
