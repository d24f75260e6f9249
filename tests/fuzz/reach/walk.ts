import { FILE_NODE_RIGHTS } from "@atrium/contract/types/file-node";
import type { CredentialAccess } from "@atrium/contract/api/security";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { Actor } from "../../../server/src/engine/index.ts";
import type { Person } from "../../../server/src/features/accounts/index.ts";
import { makeDemo, putMail, type TestSuite } from "../../../server/src/testing/organisation.ts";
import { choiceOf, type Choice } from "../choice.ts";
import { readTruth, reachOf, secretsFor, type Asker, type Truth } from "./world.ts";

/** Nodes beyond which more are destroyed than made. */
const CROWD = 60;
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
  for (let step = 0; step < steps && walk.faults.length === 0; step += 1) {
    await walk.step(step);
    if (step % 1000 === 999) say?.(`${step + 1} requests`);
  }
  return walk.faults;
}

async function begin(suite: TestSuite, seed: number) {
  const { engine, accounts } = suite;
  const { owner, friend, mate, stranger } = await makeDemo(
    suite,
    "owner",
    "friend",
    "mate",
    "stranger",
  );
  const inner = await accounts.groups.create("system", { name: "Inner", members: [mate.id] });
  const outer = await accounts.groups.create("system", { name: "Outer", members: [inner.id] });
  const { accountId } = owner;
  const faults: string[] = [];
  let marks = 0;
  const mark = (): string => `mark${(marks += 1)}x`;

  async function credential(
    person: Person,
    access: CredentialAccess,
  ): Promise<() => Promise<Actor>> {
    const by: Actor = { personId: person.id, accountId: person.accountId, roles: [], accounts: {} };
    const given = { kind: "token", name: "Walk", days: null, ...access } as const;
    const { secret } = await accounts.credentials.create(by, given);
    return () => accounts.authenticateToken(secret, { ip: "127.0.0.1" });
  }
  const everything = { scope: "all", isReadOnly: false } as const;
  const asOwner = await credential(owner, everything);
  const person = async (name: string, who: Person): Promise<Asker> => ({
    name,
    actor: await credential(who, everything),
    knows: (truth) => ({ nodes: new Set(reachOf(truth, who.id).keys()), mail: false }),
  });
  const program = async (access: CredentialAccess): Promise<Asker> => ({
    name: `a program for ${access.scope}`,
    actor: await credential(owner, access),
    knows: ({ nodes }) => ({
      nodes: new Set(access.scope === "files" ? nodes.keys() : []),
      mail: access.scope === "mail",
    }),
  });
  const people = [
    await person("the friend", friend),
    await person("the mate", mate),
    await person("the stranger", stranger),
  ];
  const idOf = new Map([
    [people[0]!, friend.id],
    [people[1]!, mate.id],
    [people[2]!, stranger.id],
  ]);
  const programs = await Promise.all(
    (["mail", "contacts", "files"] as const).flatMap((scope) =>
      [false, true].map((isReadOnly) => program({ scope, isReadOnly })),
    ),
  );
  const askers = [...people, ...programs];
  /** Ids that an asker has seen while they were in reach; those are no secret any more, names are. */
  const seen = new Map<Asker, Set<string>>(askers.map((asker) => [asker, new Set()]));
  /** Copies that are kept up to date by `/changes` alone. */
  const copies = new Map<Asker, { state: string; names: Map<string, string> }>();
  const states: string[] = ["0"];

  const truth = (): Promise<Truth> => readTruth(suite, owner);

  async function call(actor: Actor, name: string, args: JsonObject): Promise<JsonObject> {
    const using = Object.keys(engine.session(actor, URLS).capabilities);
    const methodCalls = [[name, args, "c"]];
    const { methodResponses } = await engine.handle(actor, { using, methodCalls });
    const answer = methodResponses[0]![1];
    if (["serverFail", "serverUnavailable"].includes(String(answer["type"])))
      faults.push(`${name} ${JSON.stringify(args)} failed`);
    return answer;
  }

  const upload = async (actor: Actor): Promise<string> =>
    (await engine.blobs.upload(actor, accountId, Buffer.from(mark()), "text/plain")).blobId;

  const someNode = (choice: Choice, { nodes }: Truth): string | null =>
    nodes.size === 0 || choice.oneIn(8) ? null : choice.of([...nodes.keys()]);

  /** A change that the owner makes, or somebody who may or may not. */
  async function change(
    choice: Choice,
    actor: Actor,
    now: Truth,
  ): Promise<{ readonly asked: JsonObject; readonly answer: JsonObject }> {
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
    if (kind === 3) return set({ update: { [id]: { name: mark() } } });
    if (kind === 4) return set({ update: { [id]: { blobId } } });
    if (kind === 5 || kind === 6) return set({ destroy: [id], onDestroyRemoveChildren: true });
    return set({ destroy: [id] });
  }

  async function share(choice: Choice, actor: Actor, now: Truth): Promise<JsonObject | undefined> {
    const id = someNode(choice, now);
    if (id === null) return undefined;
    const principals = [friend.id, mate.id, inner.id, outer.id].filter(() => choice.oneIn(3));
    const rights = () =>
      Object.fromEntries(
        FILE_NODE_RIGHTS.map((right) => [right, right === "mayRead" || choice.oneIn(2)]),
      );
    const shareWith =
      principals.length === 0
        ? null
        : Object.fromEntries(principals.map((principal) => [principal, rights()]));
    const asked = { update: { [id]: { shareWith } } };
    await call(actor, "FileNode/set", { accountId, ...asked });
    return asked;
  }

  const joinOrLeave = (choice: Choice) =>
    accounts.groups.update("system", choice.of([inner.id, outer.id]), {
      members: choice.of([[], [friend.id], [mate.id], [friend.id, mate.id]]),
    });

  /** Something that reads, about anything that there is. */
  function question(choice: Choice, now: Truth): readonly [name: string, args: JsonObject] {
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
    const since = choice.of(states);
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
      ["Quota/get", { accountId, ids: null }],
      ["SearchSnippet/get", { accountId, emailIds, filter: { text: "mark" } }],
      ["Principal/get", { accountId: "organisation", ids: null }],
    ]);
  }

  function judge(asker: Asker, now: Truth, asked: unknown, answer: unknown): void {
    const request = JSON.stringify(asked);
    const text = JSON.stringify(answer);
    const known = seen.get(asker)!;
    const leaked = secretsFor(now, asker).filter(
      (secret) => text.includes(secret) && !request.includes(secret) && !known.has(secret),
    );
    if (leaked.length > 0)
      faults.push(
        `${asker.name} learned ${leaked.join(", ")} by ${request}: ${text.slice(0, SHOWN)}`,
      );
    for (const id of asker.knows(now).nodes) known.add(id);
    const state = /"(?:newState|state|queryState|newQueryState)":"([^"]+)"/.exec(text)?.[1];
    if (state !== undefined) states.push(state);
    if (states.length > 50) states.shift();
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
      if (all["type"] !== undefined) return void copies.delete(asker);
      const list = all["list"] as { id: string; name: string }[];
      copies.set(asker, {
        state: all["state"] as string,
        names: new Map(list.map(({ id, name }) => [id, name])),
      });
    } else {
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
    const reach = reachOf(before, idOf.get(asker)!);
    const { asked, answer } = await change(choice, actor, before);
    const after = await truth();
    judge(asker, before, asked, answer);
    for (const [id, node] of before.nodes) {
      const now = after.nodes.get(id);
      if (JSON.stringify(now) === JSON.stringify(node)) continue;
      const rights = reach.get(id);
      if (rights === undefined || rights.size < 2)
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
    const asker = choice.of(people.slice(0, 2));
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

  return {
    faults,
    async step(number: number): Promise<void> {
      const choice = choiceOf(seed, number);
      const kind = choice.below(20);
      // Seldom enough for what is in reach to stay as it is while others follow its changes.
      if (kind === 6 && choice.oneIn(3))
        return besides(choice, async (now) => share(choice, await asOwner(), now));
      if (kind < 7)
        return besides(choice, async (now) => (await change(choice, await asOwner(), now)).asked);
      if (kind === 7 && choice.oneIn(8)) return void (await joinOrLeave(choice));
      if (kind === 8 && choice.oneIn(4))
        return void (await putMail(
          suite,
          { accountId },
          `Subject: ${mark()}\r\n\r\n${mark()}\r\n`,
        ));
      if (kind < 11) return follow(choice.of(people.slice(0, 2)));
      if (kind < 13) return trespass(choice, choice.of(people));
      if (kind === 13 && choice.oneIn(3)) {
        const asker = choice.of(people.slice(0, 2));
        const before = await truth();
        return void (await share(choice, await asker.actor(), before));
      }
      const asker = choice.of(askers);
      const now = await truth();
      const asked = question(choice, now);
      const actor = await asker.actor();
      const answer = kind === 14 ? engine.session(actor, URLS) : await call(actor, ...asked);
      judge(asker, now, kind === 14 ? "the session" : asked, answer);
    },
  };
}
