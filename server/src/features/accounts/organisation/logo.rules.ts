import type { LogoVariant } from "@atrium/contract/types/organisation";
import { createHash } from "node:crypto";
import { refuse } from "../../../engine/index.ts";
import { LOGO } from "./limits.ts";
import { readPictureHeader, type PictureHeader } from "./picture-header.ts";

/** A logo as it is stored. */
export interface StoredLogo extends PictureHeader {
  /** Of its octets: its name in the address. */
  readonly hash: string;
  readonly octets: Buffer;
}

const DATA_URL = /^data:image\/(png|jpeg|webp);base64,/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The property of each variant. */
export const LOGO_PROPERTIES = { light: "logo", dark: "logoDark" } as const;

const FAULTS = {
  unknown: "logo: neither PNG, JPEG nor WebP",
  broken: "logo: the picture is damaged",
  animated: "logo: animated pictures are not allowed",
} as const;

/**
 * A logo of what a client sent. What it is and how large is read from its own header, whatever it is said to be.
 * @throws Refusal `invalid` with the property
 */
export function checkLogo(variant: LogoVariant, url: string): StoredLogo {
  const deny = (why: string): never =>
    refuse("invalid", why, { properties: [LOGO_PROPERTIES[variant]] });
  const head = DATA_URL.exec(url.slice(0, LONGEST_HEAD))?.[0] ?? deny(FAULTS.unknown);
  const text = url.slice(head.length);
  if (text.length > Math.ceil(LOGO.octets / 3) * 4) deny(`logo: more than ${LOGO.octets} octets`);
  if (!BASE64.test(text)) deny(FAULTS.broken);
  const octets = Buffer.from(text, "base64");
  if (octets.length > LOGO.octets) deny(`logo: more than ${LOGO.octets} octets`);
  const header = readPictureHeader(octets);
  if (typeof header === "string") return deny(FAULTS[header]);
  if (!head.includes(header.mediaType)) deny(FAULTS.broken);
  const { width, height } = header;
  if (Math.min(width, height) < LOGO.leastSide || Math.max(width, height) > LOGO.mostSide)
    deny(`logo: ${LOGO.leastSide} to ${LOGO.mostSide} pixels a side`);
  const hash = createHash("sha256").update(octets).digest("hex");
  return { ...header, hash, octets };
}
const LONGEST_HEAD = 32;

export const dataUrlOf = ({
  mediaType,
  octets,
}: Pick<StoredLogo, "mediaType" | "octets">): string =>
  `data:${mediaType};base64,${octets.toString("base64")}`;
