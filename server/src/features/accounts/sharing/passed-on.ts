import { laterEnd, OWNER, sharesIn, type Grant, type Share } from "./shares.store.ts";

/** What passes on what one has, and what every other right goes with. */
const [SHARE, READ] = ["mayShare", "mayRead"];

/** A grant with the container that it is of. */
export interface PlacedGrant extends Grant {
  readonly id: string;
}

/** What limits who may pass on what. */
interface Surroundings {
  readonly now: Date;
  /** The containers that are shared and that one lies in, itself among them. */
  readonly placesOf: (id: string) => readonly string[];
  /** A person, and the groups that the person is in, at any depth. */
  readonly principalsOf: (personId: string) => readonly string[];
}

/** Rights with their ends (milliseconds; `Infinity` for none). */
type Ends = Map<string, number>;

const endOf = ({ until }: Pick<Share, "until">): number => until?.getTime() ?? Infinity;

function grow(ends: Ends, right: string, end: number): boolean {
  if (end <= (ends.get(right) ?? 0)) return false;
  ends.set(right, end);
  return true;
}

/**
 * What is left of grants when each that was passed on is no more, and holds no longer, than what its giver has: the rights
 * themselves, and the one to share. Nobody has anything by what they have given themselves, directly or through others, so
 * that it begins with what owners gave, and grows from there until nothing is added.
 */
export function settled(
  grants: readonly PlacedGrant[],
  { now, placesOf, principalsOf }: Surroundings,
): PlacedGrant[] {
  const held = new Map<string, Ends>();
  const endsOf = (principalId: string, id: string): Ends => {
    const key = `${principalId} ${id}`;
    const ends = held.get(key) ?? new Map<string, number>();
    held.set(key, ends);
    return ends;
  };
  for (const grant of grants.filter(({ givenBy }) => givenBy === OWNER))
    for (const right of grant.rights)
      grow(endsOf(grant.principalId, grant.id), right, endOf(grant));

  const passedOn = grants
    .filter(({ givenBy }) => givenBy !== OWNER)
    .map((grant) => ({ grant, left: new Map<string, number>() }));
  /** Whether there is more of it by what its giver is known to have. */
  const addTo = ({ grant, left }: (typeof passedOn)[number]): boolean => {
    const own: Ends = new Map();
    for (const principal of principalsOf(grant.givenBy))
      for (const place of placesOf(grant.id))
        for (const [right, end] of held.get(`${principal} ${place}`) ?? []) grow(own, right, end);
    let isMore = false;
    for (const right of grant.rights) {
      const end = Math.min(endOf(grant), own.get(SHARE) ?? 0, own.get(right) ?? 0);
      if (end > now.getTime() && grow(left, right, end)) {
        grow(endsOf(grant.principalId, grant.id), right, end);
        isMore = true;
      }
    }
    return isMore;
  };
  while (passedOn.filter(addTo).length > 0);

  const leftOf = new Map(passedOn.map(({ grant, left }) => [grant, left]));
  return grants.flatMap((grant) => {
    const left = leftOf.get(grant);
    if (left === undefined) return [grant];
    if (!left.has(READ)) return [];
    const end = Math.min(...left.values());
    const rights = grant.rights.filter((right) => left.has(right));
    return [{ ...grant, rights, until: end === Infinity ? null : new Date(end) }];
  });
}

/** Whether the same is shared until the same time. */
export const isSameShare = (a: Share, b: Share): boolean =>
  endOf(a) === endOf(b) &&
  a.rights.length === b.rights.length &&
  a.rights.every((right) => b.rights.includes(right));

/**
 * What is given of a container when somebody wants it to be shared like this. What stays as it was is still of whoever gave
 * it; who has part of the account in reach takes from what others gave, and adds of their own.
 */
export function givenAs(before: readonly Grant[], wanted: readonly Share[], by: string): Grant[] {
  return wanted.flatMap((share) => {
    const given = before.filter(({ principalId }) => principalId === share.principalId);
    const [was] = sharesIn(given);
    if (was !== undefined && isSameShare(was, share)) return given;
    if (by === OWNER) return [{ ...share, givenBy: OWNER }];
    const others = given
      .filter(({ givenBy }) => givenBy !== by)
      .map((grant) => ({
        ...grant,
        rights: grant.rights.filter((right) => share.rights.includes(right)),
        until: laterEnd(grant.until, share.until) === grant.until ? share.until : grant.until,
      }));
    const [left] = sharesIn(others);
    return left !== undefined && isSameShare(left, share)
      ? others
      : [...others, { ...share, givenBy: by }];
  });
}
