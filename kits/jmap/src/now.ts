import type { CreateOf, TypeDescription } from "@atrium/contract/types/define";
import type { PatchObject } from "@atrium/contract/types/wire";
import type { Account } from "./cache/account.ts";
import type { JmapClient } from "./client.ts";
import type { StandardCallGroup } from "./connection/batch.ts";
import { SetRefused } from "./connection/errors.ts";

/** A type whose changes are not shown before the server has confirmed them, nor kept for later. */
export type OnlineType = TypeDescription & { readonly offline: false };

/**
 * Changes records of such a type. Answers the ids of what was created, by the names that they have in `create`.
 * @throws SetRefused when the server refused some of it; else what a call throws.
 */
export async function setNow<D extends OnlineType>(
  client: Pick<JmapClient, "group">,
  account: Account,
  type: D,
  changes: {
    readonly create?: Readonly<Record<string, CreateOf<D>>>;
    readonly update?: Readonly<Record<string, PatchObject>>;
    readonly destroy?: readonly string[];
  },
): Promise<Readonly<Record<string, string>>> {
  const group = client.group() as StandardCallGroup;
  const answer = await group.call(`${type.name}/set`, { accountId: account.id, ...changes }).result;
  // It is told by push, too; here one waits for it.
  account.sync().catch(() => undefined);
  const refused = { ...answer.notCreated, ...answer.notUpdated, ...answer.notDestroyed };
  if (Object.keys(refused).length > 0) throw new SetRefused(refused);
  return Object.fromEntries(
    Object.entries(answer.created ?? {}).map(([name, record]) => [name, record["id"] as string]),
  );
}
