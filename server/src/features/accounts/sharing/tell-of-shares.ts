import type { Engine } from "../../../engine/index.ts";
import { LIMITS } from "../limits.ts";
import { addNotification, type NewNotification } from "../notifications/notifications.store.ts";
import { readOrganisation } from "../organisation/organisation.store.ts";
import type { RightsByPrincipal } from "../tables.ts";
import {
  deleteChange,
  lockChange,
  noteTold,
  oldestChange,
  peopleBehind,
  sharedNow,
  type Concerned,
  type ShareChange,
} from "./share-changes.store.ts";

/** Users notified in one transaction, which locks their accounts. */
const AT_ONCE = 50;

/** What one person is to be told. */
interface News {
  readonly personId: string;
  readonly accountId: string;
  readonly notification: NewNotification;
}

/**
 * Tells everyone what was shared with them, changed or taken back, in the order in which it was.
 * @throws the signal's reason when it has to end early; what is left is done by the next run.
 */
export async function tellOfShares(engine: Engine, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const change = await oldestChange(engine.db);
    if (change === undefined) return;
    const news = await newsOf(engine, change);
    for (let at = 0; at < news.length; at += AT_ONCE) {
      signal?.throwIfAborted();
      await tell(engine, change, news.slice(at, at + AT_ONCE));
    }
    await deleteChange(engine.db, change);
  }
}

/** Users notified by another run are not notified again. */
async function tell(engine: Engine, change: ShareChange, news: readonly News[]): Promise<void> {
  await engine.write(
    news.map(({ accountId }) => accountId),
    async (w) => {
      const told = await lockChange(w.tx, change);
      if (told === undefined) return;
      for (const { personId, accountId, notification } of news)
        if (personId > told) await addNotification(w, accountId, notification);
      await noteTold(w.tx, change, news.at(-1)!.personId);
    },
  );
}

async function newsOf(engine: Engine, change: ShareChange): Promise<News[]> {
  const { by, was, is, above, type, id, accountId } = change;
  const { name: organisation } = (await readOrganisation(engine.db))!;
  const now = await sharedNow(engine.db, change, engine.services.clock.now());
  const changedBy =
    by === null
      ? { name: organisation, email: null, principalId: null }
      : { name: by.name, email: by.email, principalId: by.id };
  const rights = engine.services.types.find((one) => one.type.name === type)?.container?.rights;
  return (await concernedBy(engine, change)).flatMap(({ principals, ...person }) => {
    const inside = rightsOf(principals, above);
    const shown = (granted: RightsByPrincipal) =>
      asMyRights(new Set([...inside, ...rightsOf(principals, granted)]), {
        names: rights?.names ?? [],
        without: inside.size > 0 ? [] : (rights?.fromAbove ?? []),
      });
    const [oldRights, newRights] = [shown(was), shown(is)];
    if (JSON.stringify(oldRights) === JSON.stringify(newRights)) return [];
    // It was withdrawn meanwhile; that notification comes next.
    if (newRights !== null && inside.size === 0 && !principals.some((one) => now.has(one)))
      return [];
    const notification: NewNotification = {
      created: change.at,
      changedBy,
      objectType: type,
      objectAccountId: accountId,
      objectId: id,
      name: newRights === null ? change.wasCalled : change.name,
      oldRights,
      newRights,
    };
    return { ...person, notification };
  });
}

/** Of very many nobody behind a group, since they would be told as often as someone likes. */
async function concernedBy({ db }: Engine, change: ShareChange): Promise<Concerned[]> {
  const { by, membersAt, was, is, above, accountId } = change;
  const named = [...new Set([was, is, above].flatMap(Object.keys))];
  const most = LIMITS.peopleToldOfShare;
  const asked = { by: by?.id ?? null, membersAt, accountId, limit: most + 1 };
  const people = await peopleBehind(db, named, { ...asked, withGroups: true });
  return people.length <= most
    ? people
    : await peopleBehind(db, named, { ...asked, withGroups: false });
}

const rightsOf = (principals: readonly string[], granted: RightsByPrincipal): Set<string> =>
  new Set(principals.flatMap((one) => granted[one] ?? []));

/** `null` when there are none. */
function asMyRights(
  rights: ReadonlySet<string>,
  { names, without }: { readonly names: readonly string[]; readonly without: readonly string[] },
): Readonly<Record<string, boolean>> | null {
  if (rights.size === 0) return null;
  return Object.fromEntries(
    [...new Set([...names, ...rights])].map((name) => [
      name,
      rights.has(name) && !without.includes(name),
    ]),
  );
}
