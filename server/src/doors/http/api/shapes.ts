import { ROLES } from "@atrium/contract/api/session";
import { z } from "zod";

/** Shapes that several routes take. How long a text may be here only bounds the work; rules of the features decide. */
export const ADDRESS = z.string().max(1000);
export const PASSWORD = z.string().max(8192);
export const NAME = z.string().max(1000);
export const ROLE = z.enum(ROLES);
