import type { Field } from "../../mail/message/header.ts";

/** Whether a field vouches for a message, or belongs to the chain of those that did. */
export function isSignature({ name }: Pick<Field, "name">): boolean {
  return name === "dkim-signature" || name.startsWith("arc-");
}
