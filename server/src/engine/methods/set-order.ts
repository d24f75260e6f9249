import type { TypeDescription } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import { resolveCreationIds } from "../references.ts";

type Create = readonly [creationId: string, record: JsonObject];

/**
 * RFC 8620 §5.3: records come before those of the same call that refer to them. What refers to itself, through
 * however many, has no such order and is found missing later.
 */
export function createsInOrder(type: TypeDescription, creates: readonly Create[]): Create[] {
  const waiting = new Map(creates);
  const ordered: Create[] = [];
  const place = (creationId: string, record: JsonObject): void => {
    if (!waiting.delete(creationId)) return;
    const references = new Set<string>();
    resolveCreationIds(type, record, new Map(), references);
    for (const reference of references) {
      const referred = waiting.get(reference);
      if (referred !== undefined) place(reference, referred);
    }
    ordered.push([creationId, record]);
  };
  for (const [creationId, record] of creates) place(creationId, record);
  return ordered;
}
