import { LOGO_MAX_OCTETS, LOGO_SIDES } from "@atrium/contract/types/organisation";

/** The organisation's logos. */
export const LOGO = {
  /** Of each file. */
  octets: LOGO_MAX_OCTETS,
  /** Pixels of its shorter side at least. */
  leastSide: LOGO_SIDES.least,
  /** Pixels of its longer side at most: what a browser makes room for when it decodes it. */
  mostSide: LOGO_SIDES.most,
} as const;
