import { FILE_NODE_RIGHTS } from "@atrium/contract/types/file-node";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { Choice } from "../choice.ts";
import { heldBy, isFounded, placesOf, reachOf, type Grant, type Truth } from "./world.ts";

/** Ends of shares: the walk's own time takes them one after the other. */
export const ENDS = ["2997-01-01T00:00:00Z", "2998-01-01T00:00:00Z", "2999-01-01T00:00:00Z"];

/** Steps by which what was passed on may change, and what the walk has seen become of it. */
export type Cause = "share" | "move" | "join" | "pass" | "other";

/** What has to happen in a walk for its judgement of what was passed on to mean anything. */
export const EVENTS = [
  "passed on",
  "taken back above",
  "shortened above",
  "ended above",
  "moved away",
  "lost with a group",
] as const;
export type Event = (typeof EVENTS)[number];

const LOST_BY: Readonly<Record<Cause, Event | undefined>> = {
  share: "taken back above",
  move: "moved away",
  join: "lost with a group",
  pass: "ended above",
  other: undefined,
};

/** With whom one node is to be shared, as a client says it. */
export interface Proposal {
  readonly id: string;
  readonly shareWith: Readonly<Record<string, Readonly<Record<string, boolean>>>> | null;
  readonly shareUntil: Readonly<Record<string, string>> | null;
}

/** What a node is shared as with a principal. */
interface Effective {
  readonly rights: ReadonlySet<string>;
  readonly until: number;
}

/** By principal, what a node is shared as by all that was given of it. */
export function sharesOf(truth: Truth, id: string): Map<string, Effective> {
  const given = Map.groupBy(
    truth.grants.filter((grant) => grant.id === id),
    ({ principal }) => principal,
  );
  return new Map(
    [...given].map(([principal, grants]) => [
      principal,
      {
        rights: new Set(grants.flatMap(({ rights }) => rights)),
        until: Math.max(...grants.map(({ until }) => until)),
      },
    ]),
  );
}

const millisecondsOf = (until: string | undefined): number =>
  until === undefined ? Infinity : Date.parse(until);

const named = (rights: Iterable<string>): Record<string, boolean> =>
  Object.fromEntries([...rights].map((right) => [right, true]));

/** Somebody with part in reach chooses with whom to share more, mostly as far as that person may. */
export function proposePassingOn(
  choice: Choice,
  now: Truth,
  {
    by,
    principals,
    guest,
  }: { readonly by: string; readonly principals: readonly string[]; readonly guest: string },
): Proposal | null {
  const reach = reachOf(now, by);
  const mine = [...reach].filter(([, rights]) => rights.has("mayShare")).map(([id]) => id);
  const choices = mine.length === 0 || choice.oneIn(10) ? [...now.nodes.keys()] : mine;
  if (choices.length === 0) return null;
  const id = choice.of(choices);
  const held = heldBy(now, by, id);
  const before = sharesOf(now, id);
  const shares = new Map(choice.oneIn(4) ? [] : before);
  for (const principal of principals.filter(() => choice.oneIn(3))) {
    const own = [...(choice.oneIn(10) ? FILE_NODE_RIGHTS : held.keys())];
    const rights = new Set(["mayRead", ...own.filter(() => !choice.oneIn(3))]);
    if (principal === guest && !choice.oneIn(20)) rights.delete("mayShare");
    const ends = [...rights].map((right) => held.get(right) ?? Infinity);
    const end = Math.min(...ends, held.get("mayShare") ?? Infinity);
    const fitting = ENDS.map(millisecondsOf).filter((one) => one <= end);
    const isBeyond = fitting.length === 0 || choice.oneIn(4);
    shares.set(principal, { rights, until: isBeyond ? Infinity : choice.of([...fitting, end]) });
  }
  return asProposal(id, shares);
}

/** The owner takes some of what somebody has passed on from those who had it first, or lets them have it less long. */
export function proposeLess(choice: Choice, now: Truth): Proposal | null {
  const given = new Set(now.grants.filter(({ by }) => by === "").map(({ id }) => id));
  const places = placesPassedOn(now).filter((id) => given.has(id));
  if (places.length === 0) return null;
  const id = choice.of(places);
  const less = [...sharesOf(now, id)].flatMap(([principal, { rights, until }]) => {
    const end = Math.min(until, millisecondsOf(choice.of(ENDS)));
    const left = new Set([...rights].filter((right) => right === "mayRead" || !choice.oneIn(3)));
    return choice.of<[string, Effective][]>([
      [[principal, { rights, until }]],
      [[principal, { rights, until: end }]],
      [[principal, { rights: left, until }]],
      [],
    ]);
  });
  return asProposal(id, new Map(less));
}

function asProposal(id: string, shares: ReadonlyMap<string, Effective>): Proposal {
  const ends = [...shares].filter(([, { until }]) => until !== Infinity);
  const until = ends.map(([one, share]) => [one, new Date(share.until).toISOString()] as const);
  return {
    id,
    shareWith:
      shares.size === 0
        ? null
        : Object.fromEntries([...shares].map(([one, { rights }]) => [one, named(rights)])),
    shareUntil: until.length === 0 ? null : Object.fromEntries(until),
  };
}

const rightsIn = (given: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(given).filter((right) => given[right]);

/** Whether somebody with part in reach may share a node like this. */
export function mayPassOn(now: Truth, by: string, guest: string, proposal: Proposal): boolean {
  const own = reachOf(now, by).get(proposal.id);
  // Guests do not know `shareUntil`.
  if (by === guest) return false;
  // Who may not share it sees it unshared, so that this changes nothing.
  if (own !== undefined && proposal.shareWith === null && proposal.shareUntil === null) return true;
  const before = sharesOf(now, proposal.id);
  return (
    own?.has("mayShare") === true &&
    Object.entries(proposal.shareWith ?? {}).every(([principal, given]) =>
      rightsIn(given).every(
        (right) =>
          (own.has(right) || before.get(principal)?.rights.has(right)) &&
          !(principal === guest && right === "mayShare"),
      ),
    )
  );
}

/** What was done of a `/set`, with what the server says that it is by then. */
export const updatedIn = (answer: JsonObject): Readonly<Record<string, Partial<Proposal> | null>> =>
  (answer["updated"] as Record<string, Partial<Proposal> | null> | null | undefined) ?? {};

/** What a client believes a node to be shared as after an answer, against what it is. */
export function judgeAnswer(
  after: Truth,
  { id, ...asked }: Proposal,
  answer: JsonObject,
): string[] {
  const updated = updatedIn(answer);
  if (!Object.hasOwn(updated, id)) return [];
  const { shareWith, shareUntil } = { ...asked, ...updated[id] };
  const believed = Object.entries(shareWith ?? {})
    .map(
      ([one, rights]) =>
        `${one} ${rightsIn(rights).sort().join()} ${millisecondsOf(shareUntil?.[one])}`,
    )
    .sort()
    .join();
  const is = [...sharesOf(after, id)]
    .map(([one, { rights, until }]) => `${one} ${[...rights].sort().join()} ${until}`)
    .sort()
    .join();
  return believed === is
    ? []
    : [`the answer ${JSON.stringify(answer)} says ${believed}, not ${is}`];
}

/** What somebody with part in reach gives is noted as that person's, and nothing is the owner's that was not. */
export function judgeGivers(before: Truth, after: Truth, by: string): string[] {
  const had = (grant: Grant, right: string): boolean =>
    before.grants.some(
      (one) => isSameGift(one, grant) && one.rights.includes(right) && one.until >= grant.until,
    );
  return after.grants
    .filter((grant) => grant.by !== by && !grant.rights.every((right) => had(grant, right)))
    .map((grant) => `${by} made ${JSON.stringify(grant)}, which is not by ${by}`);
}

const isSameGift = (a: Grant, b: Grant): boolean =>
  a.id === b.id && a.principal === b.principal && a.by === b.by;

/** What a step leaves of what was passed on before it. */
interface Step {
  readonly before: Truth;
  readonly after: Truth;
  readonly cause: Cause;
  /** The nodes whose shares it was to change. */
  readonly about: ReadonlySet<string>;
  /** What ended by itself, by this time. */
  readonly passed: number;
}

/** What was shared, is still there and not in the trash, and is less than before, though nobody has asked for that. */
function lessened({ before, after, about, passed }: Step): { was: Grant; is: Grant | undefined }[] {
  return before.grants
    .filter(({ id }) => after.nodes.get(id)?.isTrashed === false && !about.has(id))
    .map((was) => ({ was, is: after.grants.find((one) => isSameGift(one, was)) }))
    .filter(
      ({ was, is }) =>
        was.until > passed &&
        (is === undefined || is.until < was.until || is.rights.length < was.rights.length),
    );
}

/** Nothing is taken back that its giver has still, and still as long. */
export function judgeLoss(step: Step): string[] {
  const { after } = step;
  const isLeft = (grant: Grant, right: string): boolean => isFounded(after, grant, right);
  return lessened(step).flatMap(({ was, is }) => {
    const lost = was.rights.filter((right) => !is?.rights.includes(right));
    const isAll = was.rights.every((right) => isLeft(was, right));
    return isAll ||
      lost.some(
        (right) => isLeft({ ...was, until: 0 }, right) && isLeft({ ...was, until: 0 }, "mayRead"),
      )
      ? [`${JSON.stringify(was)} became ${JSON.stringify(is ?? null)} without a reason`]
      : [];
  });
}

/** What has happened to what was passed on. */
export function eventsIn(step: Step, by: string): Event[] {
  const { before, after, cause, passed } = step;
  const events: Event[] = [];
  const isNew = (grant: Grant): boolean => !before.grants.some((one) => isSameGift(one, grant));
  if (after.grants.some((grant) => grant.by === by && by !== "" && isNew(grant)))
    events.push("passed on");
  const lost = lessened(step).filter(({ was }) => was.by !== "");
  if (cause === "share" && lost.some(({ is, was }) => is !== undefined && is.until < was.until))
    events.push("shortened above");
  const isLost = lost.some(({ is, was }) => (is?.rights.length ?? 0) < was.rights.length);
  const isOver = before.grants.some((grant) => grant.by !== "" && grant.until <= passed);
  const event = LOST_BY[cause];
  if (event !== undefined && (isLost || isOver)) events.push(event);
  return events;
}

/** The nodes that somebody has passed on, and the folders that they lie in. */
export const placesPassedOn = (now: Truth): string[] =>
  [
    ...new Set(
      now.grants.filter(({ by }) => by !== "").flatMap(({ id }) => [...placesOf(now, id)]),
    ),
  ].sort();
