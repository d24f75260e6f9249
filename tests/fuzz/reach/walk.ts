import { FILE_NODE_RIGHTS, TRASH_ID } from "@atrium/contract/types/file-node";
import type { CredentialAccess } from "@atrium/contract/types/client-credential";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { Actor } from "../../../server/src/engine/index.ts";
import {
  asInBrowser,
  endShares,
  settleUnsettled,
  tellOfShares,
  type Person,
} from "../../../server/src/features/accounts/index.ts";
import { makeDemo, putMail, type TestSuite } from "../../../server/src/testing/organisation.ts";
import { choiceOf, type Choice } from "../choice.ts";
import { listenTo } from "./listening.ts";
import {
  ENDS,
  EVENTS,
  eventsIn,
  judgeAnswer,
  judgeGivers,
  judgeLoss,
  mayPassOn,
  placesPassedOn,
  proposeLess,
  proposePassingOn,
  type Cause,
  type Event,
  type Proposal,
  updatedIn,
} from "./passing-on.ts";
import {
  readTruth,
  reachOf,
  sharedWith,
  secretsFor,
  unfounded,
  type Asker,
  type Truth,
} from "./world.ts";

/** Nodes below which none is destroyed. */
const FEW = 12;
/** Nodes beyond which more are destroyed than made. */
const CROWD = 60;
/** Every so many changes push subscriptions are sent to, too. */
const PUSHES = 10;
/** So many steps after an end it is noticed, as a job does every few minutes. */
const END_NOTICED = 5;
/** A step that nobody understands is reported with this much of its answer. */
const SHOWN = 600;

const URLS = { api: "", download: "", upload: "", eventSource: "" };

/**
 * A walk of so many requests, in which an owner makes, moves, shares and takes back files while others and programs ask
 * for whatever there is. Answers what someone learned who should not have, as sentences.
 */
export async function walkReach(
  suite: TestSuite,
  {
    seed,
    steps,
    hasAll,
    say,
  }: {
    readonly seed: number;
    readonly steps: number;
    /** Whether all has to happen in it that may become of what is passed on: else it judges nothing of that. */
    readonly hasAll: boolean;
    readonly say?: (sentence: string) => void;
  },
): Promise<string[]> {
  const walk = await begin(suite, seed);
  let step = 0;
  for (; step < steps && walk.faults().length === 0; step += 1) {
    await walk.step(step);
    if (step % 1000 === 999) say?.(`${step + 1} requests`);
  }
  await walk.close();
  if (walk.faults().length > 0) say?.(`found at request ${step}`);
  say?.([...walk.events()].map(([event, count]) => `${event} ${count}`).join(", "));
  if (walk.faults().length > 0 || !hasAll) return walk.faults();
  return [...walk.events()].flatMap(([event, count]) =>
    count === 0 ? [`in ${steps} requests nothing was ${event}`] : [],
  );
}

async function begin(suite: TestSuite, seed: number) {
  const { engine, accounts } = suite;
  const { owner, friend, mate, fellow, stranger, chief } = await makeDemo(
    suite,
    "owner",
    "friend",
    "mate",
    "fellow",
    "stranger",
    "chief",
  );
  await accounts.persons.update("system", chief.id, { roles: ["member", "administrator"] });
  const members = [mate.id, fellow.id];
  const inner = await accounts.groups.create("system", { name: "Inner", members });
  const outer = await accounts.groups.create("system", { name: "Outer", members: [inner.id] });
  const { accountId } = owner;
  const faults: string[] = [];
  let marks = 0;
  let changes = 0;
  let mayMatter = false;
  /** What the step is about, as far as it matters to what was passed on, and what there was before it. */
  let cause: Cause = "other";
  let about: ReadonlySet<string> = new Set();
  let last: Truth | undefined;
  const events = new Map<Event, number>(EVENTS.map((event) => [event, 0]));
  const count = (more: readonly Event[]): void => {
    for (const event of more) events.set(event, events.get(event)! + 1);
  };
  /** How many steps ago the first share ended that was not noticed; 0: all were. */
  let endedFor = 0;
  /** By person, the ids and names of all that was ever in reach: what may be told when it no longer is. */
  const reached = new Map<string, Set<string>>();
  const mark = (): string => `mark${(marks += 1)}x`;

  type Kind = "token" | "app-password";
  async function credential(
    person: Person,
    access: CredentialAccess,
    kind: Kind = "token",
  ): Promise<() => Promise<Actor>> {
    const by: Actor = { personId: person.id, accountId: person.accountId, roles: [], accounts: {} };
    const given = { kind, name: "Walk", expiresAt: null, ...access };
    const { secret } = await accounts.credentials.create(by, given);
    const { address } = person;
    const from = { ip: "127.0.0.1" };
    return async () =>
      await engine.withShares(
        kind === "token"
          ? await accounts.authenticateToken(secret, from)
          : await accounts.authenticate({ address, password: secret }, from),
      );
  }
  const everything = { scope: "all", isReadOnly: false } as const;
  const asOwner = await credential(owner, everything);
  const inBrowser = async () =>
    asInBrowser(await asOwner(), new Date(suite.platform.clock.now().getTime() + 60_000));
  const person = async (name: string, who: Person, isPushedTo = false): Promise<Asker> => ({
    name,
    id: who.id,
    home: who,
    actor: await credential(who, everything),
    ...(isPushedTo && { isPushedTo }),
    knows: (truth) => ({ nodes: new Set(reachOf(truth, who.id).keys()), mail: false }),
  });
  const guest = async (name: string): Promise<Asker> => {
    const create = { a: { name: mark(), email: `${mark()}@elsewhere.test` } };
    const made = await call(await inBrowser(), "ShareGuest/set", { accountId, create });
    const { id } = (made["created"] as Record<string, { id: string }>)["a"]!;
    const secret = await call(await inBrowser(), "ShareGuest/newSecret", { accountId, id });
    return {
      name,
      id,
      actor: async () =>
        await engine.withShares(
          await accounts.authenticateToken(secret["secret"] as string, { ip: "127.0.0.1" }),
        ),
      knows: (truth) => ({ nodes: new Set(reachOf(truth, id).keys()), mail: false }),
    };
  };
  const program = async (who: Person, access: CredentialAccess, kind: Kind): Promise<Asker> => ({
    name: `${who.name}'s ${kind} for ${access.scope}`,
    ...(access.scope === "contacts" && { home: who }),
    actor: await credential(who, access, kind),
    knows: (truth) => ({
      nodes: new Set(
        access.scope !== "files"
          ? []
          : who === owner
            ? truth.nodes.keys()
            : reachOf(truth, who.id).keys(),
      ),
      mail: who === owner && access.scope === "mail",
    }),
  });
  /** Who reaches what is shared, and may change it as far as that goes. */
  const sharers = [
    await person("the friend", friend, true),
    await person("the mate", mate, true),
    // By groups alone.
    await person("the fellow", fellow),
    await guest("the guest"),
  ];
  const administrator: Asker = {
    ...(await person("the administrator", chief)),
    actor: await (async () => {
      const enter = await credential(chief, everything);
      return async () => asInBrowser(await enter(), new Date(8.64e15));
    })(),
  };
  const people = [...sharers, await person("the stranger", stranger), administrator];
  const scopes = ["mail", "contacts", "files"] as const;
  const programs = await Promise.all(
    [owner, friend].flatMap((who) =>
      scopes.flatMap((scope) =>
        ([false, true] as const).map((isReadOnly) =>
          program(who, { scope, isReadOnly }, isReadOnly ? "app-password" : "token"),
        ),
      ),
    ),
  );
  const askers = [...people, ...programs];
  await makeTree();
  const listening = await listenTo(suite, accountId, sharers);
  /** Ids that an asker has seen while they were in reach; those are no secret any more, names are. */
  const seen = new Map<Asker, Set<string>>(askers.map((asker) => [asker, new Set()]));
  /** Copies that are kept up to date by `/changes` alone. */
  const copies = new Map<Asker, { state: string; names: Map<string, string> }>();
  const states = new Map<Asker, string[]>(askers.map((asker) => [asker, ["0"]]));

  /** Folders in folders to begin with, with people and groups who may pass them on. */
  async function makeTree(): Promise<void> {
    const all = Object.fromEntries(FILE_NODE_RIGHTS.map((right) => [right, true]));
    let parentId: string | null = null;
    for (const principal of [friend.id, outer.id, mate.id, inner.id]) {
      const shareWith = { [principal]: all };
      const create = { a: { name: mark(), parentId, shareWith }, b: { name: mark(), parentId } };
      const made = await call(await asOwner(), "FileNode/set", { accountId, create });
      parentId = (made["created"] as Record<string, { id: string }>)["a"]!.id;
    }
  }

  const truth = (): Promise<Truth> => readTruth(suite, owner);

  async function call(actor: Actor, name: string, args: JsonObject): Promise<JsonObject> {
    const using = Object.keys((await engine.session(actor, URLS)).capabilities);
    const methodCalls = [[name, args, "c"]];
    const { methodResponses } = await engine.handle(actor, { using, methodCalls });
    const answer = methodResponses[0]![1];
    if (["serverFail", "serverUnavailable"].includes(String(answer["type"])))
      faults.push(`${name} ${JSON.stringify(args)} failed`);
    return answer;
  }

  /** By hash, who brought it. */
  const brought = new Map<string, Asker>();
  async function upload(actor: Actor): Promise<string> {
    const bytes = Buffer.from(mark());
    const { blobId } = await engine.blobs.upload(actor, accountId, bytes, "text/plain");
    const asker = sharers.find(({ id }) => id === actor.personId);
    if (asker !== undefined) brought.set(blobId.slice(1), asker);
    return blobId;
  }

  /** Any node, or none; `isDirected`: more often one that somebody has passed on, or that such a one lies in. */
  const someNode = (choice: Choice, now: Truth, isDirected = false): string | null => {
    if (now.nodes.size === 0 || choice.oneIn(8)) return null;
    const passedOn = isDirected && choice.oneIn(2) ? placesPassedOn(now) : [];
    return choice.of(passedOn.length > 0 ? passedOn : [...now.nodes.keys()]);
  };

  /** A change that the owner makes, or somebody who may or may not. */
  async function change(
    choice: Choice,
    actor: Actor,
    now: Truth,
  ): Promise<{ readonly asked: JsonObject; readonly answer: JsonObject }> {
    mayMatter = true;
    const { size } = now.nodes;
    const kind = choice.below(size > CROWD ? 9 : size > FEW ? 7 : 6);
    const id = someNode(choice, now, kind < 6);
    const parentId = someNode(choice, now);
    const set = async (asked: JsonObject) => ({
      asked,
      answer: await call(actor, "FileNode/set", { accountId, ...asked }),
    });
    const { isReadOnly = true } =
      actor.accounts[accountId] ?? actor.partialAccounts?.[accountId] ?? {};
    const blobId = isReadOnly ? null : await upload(actor);
    if (id === null || kind === 0) return set({ create: { a: { name: mark(), parentId } } });
    if (kind === 1) return set({ create: { a: { name: mark(), parentId, blobId } } });
    if (kind === 2 || kind === 5) {
      cause = "move";
      const place = choice.oneIn(3) ? null : parentId;
      return set({ update: { [id]: { parentId: choice.oneIn(6) ? TRASH_ID : place } } });
    }
    if (kind === 3 && choice.oneIn(3)) {
      const modified = `2020-01-01T00:00:${String(10 + choice.below(50))}Z`;
      return set({ update: { [id]: choice.of([{ modified }, { executable: choice.oneIn(2) }]) } });
    }
    if (kind === 3) return set({ update: { [id]: { name: mark() } } });
    if (kind === 4) return set({ update: { [id]: { blobId } } });
    if (kind === 6 || kind === 7) return set({ destroy: [id], onDestroyRemoveChildren: true });
    return set({ destroy: [id] });
  }

  /** Shares nodes like this; of a node that is refused nothing is left, and of one that is not the answer says what it is. */
  async function share(
    actor: Actor,
    now: Truth,
    proposals: readonly Proposal[],
  ): Promise<{ readonly asked: JsonObject; readonly answer: JsonObject; readonly after: Truth }> {
    mayMatter = true;
    [cause, about] = ["share", new Set(proposals.map(({ id }) => id))];
    const update = Object.fromEntries(proposals.map(({ id, ...patch }) => [id, patch]));
    const answer = await call(actor, "FileNode/set", { accountId, update });
    const after = await truth();
    const isRefused = Object.keys(updatedIn(answer)).length === 0;
    const left = (one: Truth) => JSON.stringify([one.grants, one.toTell]);
    if (isRefused && left(after) !== left(now))
      faults.push(`refused, ${JSON.stringify(update)} changed what is shared`);
    // What is said of one record of several, the next may have taken back.
    const lastDone = Object.keys(updatedIn(answer)).at(-1);
    const proposal = proposals.find(({ id }) => id === lastDone);
    if (proposal !== undefined) faults.push(...judgeAnswer(after, proposal, answer));
    faults.push(...judgeGivers(now, after, actor.personId === owner.id ? "" : actor.personId));
    return { asked: { update }, answer, after };
  }

  /** The owner shares a node or two, or takes back what is shared. */
  async function shareAsOwner(choice: Choice, now: Truth): Promise<JsonObject | undefined> {
    const less = choice.oneIn(3) ? null : proposeLess(choice, now);
    if (less !== null) return (await share(await asOwner(), now, [less])).asked;
    const ids = [
      someNode(choice, now, true),
      ...(choice.oneIn(4) ? [someNode(choice, now, true)] : []),
    ];
    const proposals = [...new Set(ids)].flatMap((id) =>
      id === null ? [] : [proposeAnything(choice, id)],
    );
    if (proposals.length === 0) return undefined;
    return (await share(await asOwner(), now, proposals)).asked;
  }

  function proposeAnything(choice: Choice, id: string): Proposal {
    const guestId = sharers[3]!.id!;
    const chosen = principals().filter(() => choice.oneIn(3));
    const rightsOf = (principal: string) =>
      Object.fromEntries(
        FILE_NODE_RIGHTS.map((right) => {
          const isGiven = right === "mayRead" || !choice.oneIn(right === "mayShare" ? 4 : 2);
          return [right, isGiven && !(principal === guestId && right === "mayShare")];
        }),
      );
    const ends = chosen
      .filter(() => choice.oneIn(3))
      .map((principal) => [principal, choice.of(ENDS)] as const);
    return {
      id,
      shareWith:
        chosen.length === 0
          ? null
          : Object.fromEntries(chosen.map((principal) => [principal, rightsOf(principal)])),
      shareUntil: ends.length === 0 ? null : Object.fromEntries(ends),
    };
  }

  /** Somebody with part in reach passes on what that person has, where that person may, and nothing more. */
  async function passOn(choice: Choice, before: Truth): Promise<JsonObject | undefined> {
    const able = sharers.filter(({ id }) =>
      [...reachOf(before, id!).values()].some((rights) => rights.has("mayShare")),
    );
    const asker = choice.of(able.length === 0 || choice.oneIn(10) ? sharers : able);
    const guestId = sharers[3]!.id!;
    const how = { by: asker.id!, principals: principals(), guest: guestId };
    const proposals = Array.from({ length: choice.oneIn(4) ? 2 : 1 }, () =>
      proposePassingOn(choice, before, how),
    ).filter((one) => one !== null);
    const byId = new Map(proposals.map((one) => [one.id, one]));
    if (byId.size === 0) return undefined;
    const { asked, answer, after } = await share(await asker.actor(), before, [...byId.values()]);
    const [proposal] = byId.values();
    const isDone = Object.keys(updatedIn(answer)).length > 0;
    if (byId.size === 1 && isDone !== mayPassOn(before, asker.id!, guestId, proposal!))
      faults.push(
        `${asker.name} ${isDone ? "could" : "could not"} share ${JSON.stringify(asked)}: ${JSON.stringify(answer)}`,
      );
    const own = reachOf(before, asker.id!);
    for (const { id, name } of sharers) {
      const had = reachOf(before, id!);
      for (const [node, rights] of reachOf(after, id!))
        for (const right of rights.difference(had.get(node) ?? new Set()))
          if (!own.get(node)?.has("mayShare") || !own.get(node)!.has(right))
            faults.push(`${asker.name} gave ${name} ${right} to ${node}`);
    }
    count(eventsIn({ before, after, cause, about, passed: 0 }, asker.id!));
    return asked;
  }

  const principals = (): string[] => [friend.id, mate.id, inner.id, outer.id, sharers[3]!.id!];

  /** The time of an end comes: of all shares that end by then. */
  async function pass(choice: Choice): Promise<void> {
    const before = await truth();
    const soonest = Math.min(
      ...before.grants.filter(({ by }) => by !== "").map(({ until }) => until),
    );
    const end = choice.of(ENDS.filter((one) => Date.parse(one) >= soonest || soonest === Infinity));
    await suite.platform.pool.query(
      `update share_grant set until = until - interval '1000 years'
        where account_id = $1 and until > now() and until <= $2`,
      [accountId, end],
    );
    endedFor = 1;
    last = await truth();
    count(
      eventsIn(
        { before, after: last, cause: "pass", about: new Set(), passed: Date.parse(end) },
        "",
      ),
    );
    faults.push(...unfounded(last));
    // From then on nobody reaches it, whenever it is noticed.
    for (const asker of sharers) await follow(asker);
  }

  const joinOrLeave = (choice: Choice) => {
    mayMatter = true;
    cause = "join";
    const group = choice.of([inner, outer]);
    return accounts.groups.update("system", group.id, {
      members: choice.of([
        ...(group === outer ? [[inner.id], [inner.id, friend.id]] : [[]]),
        [friend.id],
        [mate.id, fellow.id],
        [friend.id, mate.id],
        [fellow.id],
      ]),
    });
  };

  /** Something that reads, about anything that there is. */
  function question(
    choice: Choice,
    asker: Asker,
    now: Truth,
  ): readonly [name: string, args: JsonObject] {
    const ids = Array.from({ length: 1 + choice.below(4) }, () => someNode(choice, now) ?? "n0");
    const hashes = [...now.nodes.values(), ...now.emails].flatMap(({ hash }) => hash ?? []);
    const blobIds =
      hashes.length === 0 ? [] : [`b${choice.of(hashes)}`, `b${choice.of(hashes)}-0-3-i`];
    const emailIds = now.emails.map(({ id }) => id);
    const filter = choice.of<JsonObject | null>([
      null,
      { text: "mark" },
      { parentId: ids[0]! },
      { isTopLevel: true },
      { inTrash: true },
      { parentId: TRASH_ID },
      { operator: "NOT", conditions: [{ name: "none" }] },
    ]);
    const sort = [{ property: choice.of(["name", "size", "created"]) }];
    const since = choice.of(states.get(asker)!);
    const there = { accountId: "organisation" };
    const all = [...now.told.values()].flat();
    const told = all.length === 0 ? [] : [choice.of(all)];
    const files: readonly (readonly [string, JsonObject])[] = [
      ["FileNode/get", { accountId, ids: choice.oneIn(2) ? null : ids }],
      ["FileNode/query", { accountId, filter, sort, calculateTotal: true }],
      ["FileNode/changes", { accountId, sinceState: since }],
      ["FileNode/queryChanges", { accountId, filter, sort, sinceQueryState: since }],
      ["Blob/get", { accountId, ids: blobIds }],
      ["Blob/lookup", { accountId, ids: blobIds, typeNames: [choice.of(["FileNode", "Email"])] }],
      ["Blob/copy", { fromAccountId: accountId, accountId: stranger.accountId, blobIds }],
    ];
    return choice.of<readonly [string, JsonObject]>([
      // Of which something is in reach: as often as all else together.
      ...files,
      ...files,
      ...files,
      ["Email/get", { accountId, ids: emailIds }],
      ["Email/query", { accountId, filter: { text: "mark" }, calculateTotal: true }],
      ["Email/changes", { accountId, sinceState: "0" }],
      ["Email/parse", { accountId, blobIds }],
      ["Thread/get", { accountId, ids: now.emails.map(({ thread }) => thread) }],
      ["Mailbox/get", { accountId, ids: null }],
      ["ShareNotification/get", { ...there, ids: null }],
      ["ShareNotification/get", { ...there, ids: told }],
      ["ShareNotification/query", { ...there, calculateTotal: true }],
      ["ShareNotification/changes", { ...there, sinceState: "0" }],
      ["ShareNotification/set", { ...there, destroy: told }],
      ["ShareGuest/get", { accountId, ids: null }],
      ["ShareGuest/newSecret", { accountId, id: sharers[3]!.id! }],
      ["Person/get", { accountId: "organisation", ids: null }],
      ["AdministratorAct/get", { accountId: "organisation", ids: null }],
      ["PushSubscription/get", { ids: null }],
      [
        "FileNode/copy",
        { fromAccountId: accountId, accountId: friend.accountId, create: { a: { id: ids[0]! } } },
      ],
      ["Quota/get", { accountId, ids: null }],
      ["SearchSnippet/get", { accountId, emailIds, filter: { text: "mark" } }],
      ["Principal/get", { accountId: "organisation", ids: null }],
    ]);
  }

  function judge(asker: Asker, now: Truth, asked: unknown, answer: unknown): void {
    const request = JSON.stringify(asked);
    const text = JSON.stringify(answer);
    const known = seen.get(asker)!;
    const isTold = request.startsWith('["ShareNotification/');
    const leaked = secretsFor(now, asker).filter(
      (secret) =>
        text.includes(secret) &&
        !request.includes(secret) &&
        !known.has(secret) &&
        !(isTold && asker.home !== undefined && reached.get(asker.home.id)?.has(secret)),
    );
    if (leaked.length > 0)
      faults.push(
        `${asker.name} learned ${leaked.join(", ")} by ${request}: ${text.slice(0, SHOWN)}`,
      );
    judgeCounts(asker, now, asked, answer);
    for (const id of asker.knows(now).nodes) known.add(id);
    const state = /"(?:newState|state|queryState|newQueryState)":"([^"]+)"/.exec(text)?.[1];
    const kept = states.get(asker)!;
    if (state !== undefined) kept.push(state);
    if (kept.length > 10) kept.shift();
  }

  /** A list of everything is of what is in reach, as many and no more; how full the account is, is told to no one. */
  function judgeCounts(asker: Asker, now: Truth, asked: unknown, answer: unknown): void {
    if (!Array.isArray(asked)) return;
    const [name, args] = asked as unknown as readonly [string, JsonObject];
    const { type, ids, total } = answer as { type?: string; ids?: string[]; total?: number };
    if (name.startsWith("ShareNotification/")) return judgeTold(asker, now, name, answer);
    if (name === "Quota/get" && type === undefined)
      faults.push(`${asker.name} was told the quota: ${JSON.stringify(answer)}`);
    if (name !== "FileNode/query" || type !== undefined) return;
    const { nodes } = asker.knows(now);
    // What is in the trash is found by who asks for it.
    const { length: size } = [...nodes].filter((id) => now.nodes.get(id)?.isTrashed === false);
    const isWhole = args["filter"] === null;
    if (total !== ids!.length || (isWhole && total !== size))
      faults.push(`${asker.name} counted ${total} of ${size} by ${JSON.stringify(asked)}`);
  }

  /** Everybody has the notifications of their own account, all of them, and destroys no others. */
  function judgeTold(asker: Asker, now: Truth, name: string, answer: unknown): void {
    const own = now.told.get(asker.home?.accountId ?? "") ?? [];
    const { type, total, destroyed } = answer as {
      type?: string;
      total?: number;
      destroyed?: string[] | null;
    };
    if (type === undefined && asker.home === undefined)
      faults.push(`${asker.name} got ${name}: ${JSON.stringify(answer)}`);
    if (name === "ShareNotification/query" && type === undefined && total !== own.length)
      faults.push(`${asker.name} counted ${total} of ${own.length} notifications`);
    if (destroyed?.some((id) => !own.includes(id)))
      faults.push(`${asker.name} destroyed ${destroyed.join()}, which others were told`);
  }

  /** Tells people what there is to tell, and notes what each of them reaches by then. */
  async function tell(): Promise<void> {
    await settleUnsettled(engine);
    await tellOfShares(engine);
    const now = await truth();
    faults.push(...unfounded(now));
    if (last !== undefined) {
      const step = { before: last, after: now, cause, about, passed: 0 };
      faults.push(...judgeLoss(step));
      count(eventsIn(step, ""));
    }
    last = now;
    for (const { id } of sharers) {
      const all = reached.get(id!) ?? new Set<string>();
      for (const one of reachOf(now, id!).keys()) all.add(one).add(now.nodes.get(one)!.name);
      reached.set(id!, all);
    }
  }

  /** Bytes are read by whoever reaches a record that has them, or has brought them. */
  async function download(choice: Choice, asker: Asker): Promise<void> {
    const now = await truth();
    const { nodes, mail } = asker.knows(now);
    const all = [...now.nodes.values()].flatMap(({ hash }) => hash ?? []);
    if (all.length === 0) return;
    const hash = choice.of([...all, ...now.emails.map((email) => email.hash)]);
    const isOpen =
      [...now.nodes.values()].some((node) => node.hash === hash && nodes.has(node.id)) ||
      (mail && now.emails.some((email) => email.hash === hash)) ||
      brought.get(hash) === asker;
    const actor = await asker.actor();
    const isRead = (await engine.blobs.open(actor, accountId, `b${hash}`)) !== null;
    if (isRead && !isOpen) faults.push(`${asker.name} read ${hash}, which is out of reach`);
    if (isOpen && !isRead && brought.get(hash) !== asker)
      faults.push(`${asker.name} could not read ${hash}`);
  }

  /** What a person sees through a copy is what that person reaches. */
  async function follow(asker: Asker): Promise<void> {
    const actor = await asker.actor();
    const now = await truth();
    const reached = [...now.nodes.values()].filter(({ id }) => asker.knows(now).nodes.has(id));
    const copy = copies.get(asker);
    const found =
      copy && (await call(actor, "FileNode/changes", { accountId, sinceState: copy.state }));
    if (copy === undefined || found!["type"] !== undefined) {
      const all = await call(actor, "FileNode/get", { accountId, ids: null });
      judge(asker, now, ["FileNode/get", { accountId }], all);
      if (all["type"] !== undefined) return void copies.delete(asker);
      const list = all["list"] as { id: string; name: string }[];
      copies.set(asker, {
        state: all["state"] as string,
        names: new Map(list.map(({ id, name }) => [id, name])),
      });
    } else {
      judge(asker, now, ["FileNode/changes", { accountId }], found);
      const { created, updated, destroyed, newState } = found as Record<string, string[]>;
      const ids = [...created!, ...updated!];
      const got = await call(actor, "FileNode/get", { accountId, ids });
      for (const { id, name } of got["list"] as { id: string; name: string }[])
        copy.names.set(id, name);
      for (const id of destroyed!) copy.names.delete(id);
      copy.state = newState as unknown as string;
    }
    const shown = [...copies.get(asker)!.names].map(([id, name]) => `${id} ${name}`).sort();
    const wanted = reached.map(({ id, name }) => `${id} ${name}`).sort();
    if (shown.join() !== wanted.join())
      faults.push(`the copy of ${asker.name} has ${shown.join()} and not ${wanted.join()}`);
  }

  /** What someone changes who has part in reach leaves the rest as it is. */
  async function trespass(choice: Choice, asker: Asker): Promise<void> {
    const actor = await asker.actor();
    const before = await truth();
    const reach = reachOf(before, asker.id!);
    const { asked, answer } = await change(choice, actor, before);
    const after = await truth();
    judge(asker, before, asked, answer);
    for (const [id, node] of before.nodes) {
      const now = after.nodes.get(id);
      if (JSON.stringify(now) === JSON.stringify(node)) continue;
      const rights = reach.get(id);
      const wanted = [
        ...(now === undefined || now.parent !== node.parent ? ["mayDelete"] : []),
        ...(now !== undefined && now.name !== node.name ? ["mayRename"] : []),
        ...(now !== undefined && (now.hash !== node.hash || now.rest !== node.rest)
          ? ["mayModifyContent"]
          : []),
      ];
      // Out of a folder goes nothing of which less may go.
      const isTaken =
        wanted.includes("mayDelete") &&
        (after.nodes.has(node.parent ?? "") || node.parent === null) &&
        reach.get(node.parent ?? "")?.has("mayDelete") !== true;
      const isPut =
        now !== undefined &&
        now.parent !== node.parent &&
        now.parent !== TRASH_ID &&
        reach.get(now.parent ?? "")?.has("mayAddChildren") !== true;
      if (isPut || isTaken || !wanted.every((right) => rights?.has(right)))
        faults.push(`${asker.name} changed ${JSON.stringify(node)} to ${JSON.stringify(now)}`);
    }
    for (const [id, { parent }] of after.nodes)
      if (!before.nodes.has(id) && reach.get(parent ?? "")?.has("mayAddChildren") !== true)
        faults.push(`${asker.name} made ${id} in ${parent}`);
  }

  /** A state moves with what is in reach before or after, and with nothing else. */
  async function besides(
    choice: Choice,
    work: (now: Truth) => Promise<JsonObject | undefined>,
  ): Promise<void> {
    const asker = choice.of(sharers);
    const view = async () => {
      const now = await truth();
      const { nodes } = asker.knows(now);
      const rows = [...now.nodes.values()].filter(({ id }) => nodes.has(id));
      const all = JSON.stringify(rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
      const moved = await engine.statesIn(await asker.actor(), accountId);
      // Also what says nothing new, as what is shared above says it: a state is of what is shared.
      const rights = JSON.stringify(
        [...reachOf(now, asker.id!), ...sharedWith(now, asker.id!)].map(([id, of]) => [
          id,
          [...of].sort(),
        ]),
      );
      return { now, ids: [...nodes], rows: all, rights, states: JSON.stringify(moved) };
    };
    const before = await view();
    const asked = JSON.stringify((await work(before.now)) ?? {});
    const after = await view();
    const isMoved = before.states !== after.states;
    if (before.rows !== after.rows && !isMoved)
      faults.push(`the state of ${asker.name} stayed, though ${before.rows} is ${after.rows}`);
    const isAbout = [...before.ids, ...after.ids].some((id) => asked.includes(id));
    const isSame = before.rows === after.rows && before.rights === after.rights;
    if (isSame && isMoved && !isAbout)
      faults.push(
        `the state of ${asker.name} moved from ${before.states} to ${after.states} by ${asked} with ${before.rows}`,
      );
  }

  async function act(number: number): Promise<void> {
    const choice = choiceOf(seed, number);
    const kind = choice.below(24);
    if (kind < 6)
      return besides(choice, async (now) => (await change(choice, await asOwner(), now)).asked);
    if (kind < 9) return besides(choice, (now) => shareAsOwner(choice, now));
    if (kind < 12) return besides(choice, (now) => passOn(choice, now));
    if (kind === 12) return void (await joinOrLeave(choice));
    if (kind === 13 && choice.oneIn(4))
      return void (await putMail(suite, { accountId }, `Subject: ${mark()}\r\n\r\n${mark()}\r\n`));
    if (kind < 16) return follow(choice.of(sharers));
    if (kind < 18) return trespass(choice, choice.of(people));
    if (kind === 18 && choice.oneIn(2)) return pass(choice);
    const asker = choice.of(choice.oneIn(2) ? sharers : askers);
    if (kind === 19) return download(choice, asker);
    const now = await truth();
    const asked = question(choice, asker, now);
    if (asked[0] === "ShareNotification/set") mayMatter = true;
    const actor = await asker.actor();
    const answer = kind === 20 ? engine.session(actor, URLS) : await call(actor, ...asked);
    judge(asker, now, kind === 20 ? "the session" : asked, answer);
  }

  return {
    faults: () => [...faults, ...listening.faults],
    /** How often it has happened that something was passed on, and what became of that. */
    events: (): ReadonlyMap<Event, number> => events,
    async step(number: number): Promise<void> {
      await act(number);
      if (endedFor > 0 && (endedFor += 1) > END_NOTICED) {
        await endShares(engine);
        [mayMatter, endedFor] = [true, 0];
      }
      if (mayMatter) await tell();
      if (mayMatter) await listening.look((changes += 1) % PUSHES === 0);
      mayMatter = false;
      [cause, about] = ["other", new Set()];
    },
    close: () => listening.close(),
  };
}
