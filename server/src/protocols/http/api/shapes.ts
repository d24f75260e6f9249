import { z } from "zod";

/** Shapes that several routes take. How long a text may be here only bounds the work; rules of the features decide. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    // PostgreSQL keeps no text with NUL in it.
    .refine((value) => !value.includes("\0"));

export const ADDRESS = text(1000);
export const NAME = text(1000);
export const PASSWORD = z.string().max(8192);
export const TOKEN = text(200);
export const CODE = text(100);
/** What proves again who a user is. */
export const PROOF = z.object({ password: PASSWORD, code: CODE.optional() });
