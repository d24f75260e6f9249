import type { Served } from "../../engine/index.ts";
import { principal } from "./principal/principal.ts";

export { principalCapabilities as contactCapabilities } from "./principal/principal.ts";

/** The directory of the organisation. */
export const contactTypes: readonly Served[] = [principal];
