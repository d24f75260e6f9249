import { FILE_NODE_RIGHTS } from "@atrium/contract/types/file-node";
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
import { readTruth, reachOf, secretsFor, unfounded, type Asker, type Truth } from "./world.ts";

/** Nodes beyond which more are destroyed than made. */
const CROWD = 60;
/** Every so many changes push subscriptions are sent to, too. */
const PUSHES = 10;
/** Ends of shares: the walk's own time takes them one after the other. */
const ENDS = ["2997-01-01T00:00:00Z", "2998-01-01T00:00:00Z", "2999-01-01T00:00:00Z"];
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
    say,
  }: { readonly seed: number; readonly steps: number; readonly say?: (sentence: string) => void },
): Promise<string[]> {
  const walk = await begin(suite, seed);
  for (let step = 0; step < steps && walk.faults().length === 0; step += 1) {
    await walk.step(step);
    if (step % 1000 === 999) say?.(`${step + 1} requests`);
  }
  await walk.close();
  return walk.faults();
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
  const listening = await listenTo(suite, accountId, sharers);
  /** Ids that an asker has seen while they were in reach; those are no secret any more, names are. */
  const seen = new Map<Asker, Set<string>>(askers.map((asker) => [asker, new Set()]));
  /** Copies that are kept up to date by `/changes` alone. */
  const copies = new Map<Asker, { state: string; names: Map<string, string> }>();
  const states = new Map<Asker, string[]>(askers.map((asker) => [asker, ["0"]]));

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

  const someNode = (choice: Choice, { nodes }: Truth): string | null =>
    nodes.size === 0 || choice.oneIn(8) ? null : choice.of([...nodes.keys()]);

  /** A change that the owner makes, or somebody who may or may not. */
  async function change(
    choice: Choice,
    actor: Actor,
    now: Truth,
  ): Promise<{ readonly asked: JsonObject; readonly answer: JsonObject }> {
    mayMatter = true;
    const id = someNode(choice, now);
    const parentId = someNode(choice, now);
    const kind = now.nodes.size > CROWD ? choice.below(8) : choice.below(6);
    const set = async (asked: JsonObject) => ({
      asked,
      answer: await call(actor, "FileNode/set", { accountId, ...asked }),
    });
    const { isReadOnly = true } =
      actor.accounts[accountId] ?? actor.partialAccounts?.[accountId] ?? {};
    const blobId = isReadOnly ? null : await upload(actor);
    if (id === null || kind === 0) return set({ create: { a: { name: mark(), parentId } } });
    if (kind === 1) return set({ create: { a: { name: mark(), parentId, blobId } } });
    if (kind === 2) return set({ update: { [id]: { parentId } } });
    if (kind === 3 && choice.oneIn(3)) {
      const modified = `2020-01-01T00:00:${String(10 + choice.below(50))}Z`;
      return set({ update: { [id]: choice.of([{ modified }, { executable: choice.oneIn(2) }]) } });
    }
    if (kind === 3) return set({ update: { [id]: { name: mark() } } });
    if (kind === 4) return set({ update: { [id]: { blobId } } });
    if (kind === 5 || kind === 6) return set({ destroy: [id], onDestroyRemoveChildren: true });
    return set({ destroy: [id] });
  }

  async function share(choice: Choice, actor: Actor, now: Truth): Promise<JsonObject | undefined> {
    const id = someNode(choice, now);
    if (id === null) return undefined;
    mayMatter = true;
    const guestId = sharers[3]!.id!;
    const principals = [friend.id, mate.id, inner.id, outer.id, guestId].filter(() =>
      choice.oneIn(3),
    );
    const rightsOf = (principal: string) =>
      Object.fromEntries(
        FILE_NODE_RIGHTS.map((right) => {
          const isGiven = right === "mayRead" || choice.oneIn(2);
          return [right, isGiven && !(principal === guestId && right === "mayShare")];
        }),
      );
    const shareWith =
      principals.length === 0
        ? null
        : Object.fromEntries(principals.map((principal) => [principal, rightsOf(principal)]));
    const ends = principals
      .filter(() => choice.oneIn(3))
      .map((principal) => [principal, choice.of(ENDS)] as const);
    const shareUntil = ends.length === 0 ? null : Object.fromEntries(ends);
    const asked = { update: { [id]: { shareWith, shareUntil } } };
    const answer = await call(actor, "FileNode/set", { accountId, ...asked });
    if (answer["updated"] === null && JSON.stringify(await grants()) !== JSON.stringify(now.grants))
      faults.push(`refused, ${JSON.stringify(asked)} changed what is shared`);
    return asked;
  }
  const grants = async () => (await truth()).grants;

  /** Somebody with part in reach gives away what that person has, where that person may, and nothing more. */
  async function giveAway(choice: Choice, asker: Asker): Promise<void> {
    const before = await truth();
    await share(choice, await asker.actor(), before);
    const after = await truth();
    const own = reachOf(before, asker.id!);
    for (const { id, name } of sharers) {
      const had = reachOf(before, id!);
      for (const [node, rights] of reachOf(after, id!))
        for (const right of rights.difference(had.get(node) ?? new Set()))
          if (!own.get(node)?.has("mayShare") || !own.get(node)!.has(right))
            faults.push(`${asker.name} gave ${name} ${right} to ${node}`);
    }
  }

  /** The time of an end comes: of all shares that end by then. */
  async function pass(choice: Choice): Promise<void> {
    await suite.platform.pool.query(
      `update share_grant set until = until - interval '1000 years'
        where account_id = $1 and until > now() and until <= $2`,
      [accountId, choice.of(ENDS)],
    );
    endedFor = 1;
  }

  const joinOrLeave = (choice: Choice) => {
    mayMatter = true;
    return accounts.groups.update("system", choice.of([inner.id, outer.id]), {
      members: choice.of([
        [],
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
      { operator: "NOT", conditions: [{ name: "none" }] },
    ]);
    const sort = [{ property: choice.of(["name", "size", "created"]) }];
    const since = choice.of(states.get(asker)!);
    const there = { accountId: "organisation" };
    const all = [...now.told.values()].flat();
    const told = all.length === 0 ? [] : [choice.of(all)];
    return choice.of<readonly [string, JsonObject]>([
      ["FileNode/get", { accountId, ids: choice.oneIn(2) ? null : ids }],
      ["FileNode/query", { accountId, filter, sort, calculateTotal: true }],
      ["FileNode/changes", { accountId, sinceState: since }],
      ["FileNode/queryChanges", { accountId, filter, sort, sinceQueryState: since }],
      ["Blob/get", { accountId, ids: blobIds }],
      ["Blob/lookup", { accountId, ids: blobIds, typeNames: [choice.of(["FileNode", "Email"])] }],
      ["Blob/copy", { fromAccountId: accountId, accountId: stranger.accountId, blobIds }],
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
    const isWhole = args["filter"] === null;
    if (total !== ids!.length || (isWhole && total !== nodes.size))
      faults.push(`${asker.name} counted ${total} of ${nodes.size} by ${JSON.stringify(asked)}`);
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
      return { ids: [...nodes], rows: all, states: JSON.stringify(moved) };
    };
    const before = await view();
    const asked = JSON.stringify((await work(await truth())) ?? {});
    const after = await view();
    const isMoved = before.states !== after.states;
    if (before.rows !== after.rows && !isMoved)
      faults.push(`the state of ${asker.name} stayed, though ${before.rows} is ${after.rows}`);
    const isAbout = [...before.ids, ...after.ids].some((id) => asked.includes(id));
    if (before.rows === after.rows && isMoved && !isAbout)
      faults.push(
        `the state of ${asker.name} moved from ${before.states} to ${after.states} by ${asked} with ${before.rows}`,
      );
  }

  async function act(number: number): Promise<void> {
    const choice = choiceOf(seed, number);
    const kind = choice.below(20);
    // Seldom enough for what is in reach to stay as it is while others follow its changes.
    if (kind === 6 && choice.oneIn(3))
      return besides(choice, async (now) => share(choice, await asOwner(), now));
    if (kind < 7)
      return besides(choice, async (now) => (await change(choice, await asOwner(), now)).asked);
    if (kind === 7 && choice.oneIn(8)) return void (await joinOrLeave(choice));
    if (kind === 8 && choice.oneIn(4))
      return void (await putMail(suite, { accountId }, `Subject: ${mark()}\r\n\r\n${mark()}\r\n`));
    if (kind < 11) return follow(choice.of(sharers));
    if (kind < 13) return trespass(choice, choice.of(people));
    if (kind === 13 && choice.oneIn(3)) {
      return giveAway(choice, choice.of(sharers));
    }
    if (kind === 16 && choice.oneIn(8)) return pass(choice);
    const asker = choice.of(askers);
    if (kind === 15) return download(choice, asker);
    const now = await truth();
    const asked = question(choice, asker, now);
    if (asked[0] === "ShareNotification/set") mayMatter = true;
    const actor = await asker.actor();
    const answer = kind === 14 ? engine.session(actor, URLS) : await call(actor, ...asked);
    judge(asker, now, kind === 14 ? "the session" : asked, answer);
  }

  return {
    faults: () => [...faults, ...listening.faults],
    async step(number: number): Promise<void> {
      await act(number);
      if (endedFor > 0 && (endedFor += 1) > END_NOTICED) {
        await endShares(engine);
        [mayMatter, endedFor] = [true, 0];
      }
      if (mayMatter) await tell();
      if (mayMatter) await listening.look((changes += 1) % PUSHES === 0);
      mayMatter = false;
    },
    close: () => listening.close(),
  };
}
