import { TRASH_ID } from "@atrium/contract/types/file-node";
import type { Actor } from "../../../server/src/engine/index.ts";
import type { Person } from "../../../server/src/features/accounts/index.ts";
import type { TestSuite } from "../../../server/src/testing/organisation.ts";

/** A node as its table has it. */
export interface Node {
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  readonly hash: string | null;
  /** Whatever else may be changed of it. */
  readonly rest: string;
  /** Nobody but the owner reaches it, and it is shared with nobody. */
  readonly isTrashed: boolean;
}

/** A share that has not ended, as its table has it. */
export interface Grant {
  readonly id: string;
  readonly principal: string;
  readonly rights: readonly string[];
  /** Milliseconds; `Infinity` for none. */
  readonly until: number;
  /** The person who passed it on; `""`: somebody who has the whole account. */
  readonly by: string;
}

/** What there is in the owner's account, read from the tables and from nothing that the server would answer. */
export interface Truth {
  /** Without the trash itself, which every account has or may have. */
  readonly nodes: ReadonlyMap<string, Node>;
  readonly emails: readonly {
    readonly id: string;
    readonly thread: string;
    readonly hash: string;
    readonly subject: string;
  }[];
  /** By node, who has which rights. */
  readonly grants: readonly Grant[];
  /** Names of guests and how to reach them, by their ids. */
  readonly guests: ReadonlyMap<string, readonly string[]>;
  /** What people are told, by the account in which it lies: the ids of the notifications. */
  readonly told: ReadonlyMap<string, readonly string[]>;
  /** Changes of shares that people are still to be told of. */
  readonly toTell: number;
  /** Octets that the account takes up. */
  readonly octets: number;
  /** By group, its members. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

export async function readTruth({ platform }: TestSuite, owner: Person): Promise<Truth> {
  const read = async <Row extends object>(text: string, values: readonly string[] = []) =>
    (await platform.pool.query<Row>(text, [...values])).rows;
  const own = [owner.accountId];
  const [nodes, emails, grants, members, guests, notifications, [changes], [used]] =
    await Promise.all([
      read<Node>(
        `select id, parent_id as parent, name, blob_hash as hash,
      json_build_array(type, modified, executable)::text as rest, in_trash as "isTrashed"
      from file_node where account_id = $1 and id <> $2 order by id`,
        [...own, TRASH_ID],
      ),
      read<Truth["emails"][number]>(
        "select id, thread_id as thread, blob_hash as hash, subject from email where account_id = $1 order by id",
        own,
      ),
      read<Omit<Grant, "until"> & { readonly until: Date | null }>(
        `select container_id as id, principal_id as principal, rights, until, given_by as by
      from share_grant where account_id = $1 and type = 'FileNode' and (until is null or until > now())
      order by container_id, principal_id, given_by`,
        own,
      ),
      read<{ group: string; member: string }>(
        `select group_id as "group", member_id as member from person_group_member order by 1, 2`,
      ),
      read<{ id: string; name: string; email: string | null }>(
        "select id, name, email from share_guest where account_id = $1",
        own,
      ),
      read<{ id: string; account: string }>(
        "select id, account_id as account from share_notification order by id",
      ),
      read<{ count: number }>("select count(*)::int from share_change"),
      read<{ octets: string }>(
        "select used_octets as octets from account where account_id = $1",
        own,
      ),
    ]);
  const told = Map.groupBy(notifications, ({ account }) => account);
  const byGroup = new Map<string, string[]>();
  for (const { group, member } of members)
    byGroup.set(group, [...(byGroup.get(group) ?? []), member]);
  return {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    emails,
    told: new Map([...told].map(([account, of]) => [account, of.map(({ id }) => id)])),
    toTell: changes!.count,
    octets: Number(used!.octets),
    guests: new Map(guests.map(({ id, name, email }) => [id, [name, ...(email ? [email] : [])]])),
    grants: grants.map((grant) => ({ ...grant, until: grant.until?.getTime() ?? Infinity })),
    members: byGroup,
  };
}

/** A person, and the groups that the person is in. */
function principalsOf(truth: Truth, person: string): Set<string> {
  const principals = new Set([person]);
  for (let size = 0; size !== principals.size;) {
    size = principals.size;
    for (const [group, members] of truth.members)
      if (members.some((member) => principals.has(member))) principals.add(group);
  }
  return principals;
}

/** The folders above a node, and the node itself. */
export function placesOf({ nodes }: Truth, id: string): Set<string> {
  const places = new Set<string>();
  for (let at = nodes.get(id); at !== undefined; at = nodes.get(at.parent ?? "")) places.add(at.id);
  return places;
}

/**
 * Whether somebody gave a right who has it, so long, and may share: each right needs a giver, and a giver's giver, up to the
 * owner, without what the people on the path have given.
 */
export function isFounded(
  truth: Truth,
  grant: Grant,
  right: string,
  path: ReadonlySet<string> = new Set(),
): boolean {
  if (grant.by === "") return true;
  if (path.has(grant.by)) return false;
  const [principals, places] = [principalsOf(truth, grant.by), placesOf(truth, grant.id)];
  const before = new Set([...path, grant.by]);
  return ["mayShare", right].every((one) =>
    truth.grants.some(
      (above) =>
        principals.has(above.principal) &&
        places.has(above.id) &&
        above.rights.includes(one) &&
        above.until >= grant.until &&
        isFounded(truth, { ...above, until: grant.until }, one, before),
    ),
  );
}

/** What was passed on by somebody who has it not, or not so long. */
export const unfounded = (truth: Truth): string[] =>
  truth.grants.flatMap((grant) =>
    grant.rights
      .filter((right) => !isFounded(truth, grant, right))
      .map((right) => `${grant.by} gave ${right} on ${grant.id} to ${grant.principal}`),
  );

/** The rights that somebody has to a node, with the last end of each. */
export function heldBy(truth: Truth, person: string, id: string): Map<string, number> {
  const [principals, places] = [principalsOf(truth, person), placesOf(truth, id)];
  const held = new Map<string, number>();
  for (const { principal, id: place, rights, until } of truth.grants)
    if (principals.has(principal) && places.has(place))
      for (const right of rights) held.set(right, Math.max(held.get(right) ?? 0, until));
  return held;
}

/** The nodes that a person or a guest reaches, with the rights to each: by own shares and those of groups, down from what is shared. */
export function reachOf(truth: Truth, person: string): Map<string, Set<string>> {
  const principals = principalsOf(truth, person);
  const reach = new Map<string, Set<string>>();
  const mine = truth.grants.filter(({ principal }) => principals.has(principal));
  for (const { id } of truth.nodes.values())
    for (let at = truth.nodes.get(id); at !== undefined; at = truth.nodes.get(at.parent ?? ""))
      for (const grant of mine)
        if (grant.id === at.id) reach.set(id, new Set([...(reach.get(id) ?? []), ...grant.rights]));
  return reach;
}

/** What is shared with a person or a guest, with the rights to each, without what lies below. */
export function sharedWith(truth: Truth, person: string): Map<string, Set<string>> {
  const principals = principalsOf(truth, person);
  const mine = truth.grants.filter(({ principal }) => principals.has(principal));
  return new Map(
    [...Map.groupBy(mine, ({ id }) => id)].map(([id, of]) => [
      id,
      new Set(of.flatMap(({ rights }) => rights)),
    ]),
  );
}

/** Someone who asks, and what of the owner's account that one may know. */
export interface Asker {
  readonly name: string;
  readonly actor: () => Promise<Actor>;
  /** The id of the person or the guest that reaches what is shared with it; absent for programs of the owner. */
  readonly id?: string;
  /** Whose notifications it reads: the person's whose program it is, or who asks. */
  readonly home?: Person;
  /** Whether it has a push subscription too. */
  readonly isPushedTo?: true;
  /** `owner`: by a credential of this scope; else by what is shared. */
  readonly knows: (truth: Truth) => { readonly nodes: ReadonlySet<string>; readonly mail: boolean };
}

/** Every word that must not come up in an answer: ids, hashes and marks of what the asker does not reach. */
export function secretsFor(truth: Truth, { knows, id, home }: Asker): string[] {
  const { nodes, mail } = knows(truth);
  const reached = [...truth.nodes.values()].filter(({ id }) => nodes.has(id));
  const secrets: string[] = [];
  // One file may lie in several places.
  const open = new Set(reached.map(({ hash }) => hash));
  for (const node of truth.nodes.values()) {
    if (nodes.has(node.id)) continue;
    secrets.push(node.id, node.name);
    if (node.hash !== null && !open.has(node.hash)) secrets.push(node.hash);
  }
  if (!mail)
    for (const { id, thread, hash, subject } of truth.emails)
      secrets.push(id, thread, hash, subject);
  for (const [account, ids] of truth.told) if (account !== home?.accountId) secrets.push(...ids);
  for (const [guest, words] of truth.guests) if (guest !== id) secrets.push(...words);
  return secrets;
}
