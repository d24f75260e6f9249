import { ADMINISTERED } from "./administered.ts";
import { defineType, shape, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** The id of the one record that the organisation's account has. */
export const ORGANISATION_ID = "singleton";

/** A logo as it is served to everyone. */
export interface Logo {
  /** A path of this server; another picture has another one. */
  readonly url: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Of each logo, in octets and in pixels of its shorter and longer side. */
export const LOGO_MAX_OCTETS = 65_536;
export const LOGO_SIDES = { least: 16, most: 1024 } as const;

/** The grounds that a logo may be made for. */
export const LOGO_VARIANTS = ["light", "dark"] as const;
export type LogoVariant = (typeof LOGO_VARIANTS)[number];

/**
 * Of Atrium: what the organisation is called and looks like, one record in its account. Everyone signed in with a
 * browser reads it, and strangers see it on the sign-in page; administrators change it.
 */
export const Organisation = defineType({
  name: "Organisation",
  ...ADMINISTERED,
  capability: CAPABILITY.organisation,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    name: { type: "String" },
    /** As `#1a2b3c`, in lower case; the tokens of every theme follow from it. `null`: Atrium's own. */
    accent: { type: "String", nullable: true, default: null },
    /** PNG, JPEG or WebP as a `data:` URL with base64 (RFC 2397). */
    logo: { type: "String", nullable: true, default: null, onRequest: true },
    /** The one for dark grounds; `null`: `logo` there too. */
    logoDark: { type: "String", nullable: true, default: null, onRequest: true },
    logos: {
      type: shape<Readonly<Record<LogoVariant, Logo | null>>>("object"),
      serverSet: true,
    },
  },
});

export type OrganisationRecord = RecordOf<typeof Organisation>;
