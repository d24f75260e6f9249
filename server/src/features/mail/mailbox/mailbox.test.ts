import { beforeAll, describe, expect, it } from "vitest";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { conformsToJmap } from "../../../engine/testing/conforms.ts";
import { testPlatform } from "../../../testing/index.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";

let fixture: MailFixture;
let alice: Mailer;

beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
  alice = await fixture.person("alice");
});

const set = (args: object) => fixture.call(alice, "Mailbox/set", args);

let names = 0;
async function make(record: object = {}): Promise<string> {
  names += 1;
  const { created } = await set({ create: { new: { name: `Folder ${names}`, ...record } } });
  return (created as Record<string, { id: string }>)["new"]!.id;
}

conformsToJmap(Mailbox, async () => {
  const bob = await fixture.person("bob");
  return {
    engine: fixture.engine,
    actor: alice.actor,
    accountId: alice.accountId,
    foreign: { accountId: bob.accountId, id: bob.mailboxes.inbox },
    make: () => make(),
    create: () => ({ name: `Created ${(names += 1)}`, sortOrder: 5 }),
    patch: () => ({ name: `Renamed ${(names += 1)}` }),
    destroys: true,
    queries: true,
  };
});

describe("Mailbox", () => {
  it("an account starts with the mailboxes that have roles", async () => {
    const carol = await fixture.person("carol");
    const { list } = await fixture.call(carol, "Mailbox/get", { ids: null });
    const roles = (list as { role: string }[]).map((mailbox) => mailbox.role);
    expect(roles.sort()).toEqual(["archive", "drafts", "inbox", "junk", "sent", "trash"]);
  });

  it("siblings have different names, and each role is there once", async () => {
    const parent = await make({ name: "Projects" });
    const refused = await set({
      create: {
        a: { name: "Projects" },
        b: { name: "Projects", parentId: parent },
        c: { name: "Post", role: "inbox" },
      },
    });
    expect(refused).toMatchObject({
      created: { b: { totalEmails: 0 } },
      notCreated: {
        a: { type: "alreadyExists", existingId: parent, properties: ["name"] },
        c: { type: "invalidProperties", properties: ["role"] },
      },
    });
  });

  it("names are normalised, and the client gets the result", async () => {
    const { created } = await set({ create: { new: { name: "  Cafe\u0301 " } } });
    expect(created).toMatchObject({ new: { name: "Café" } });
    const bad = await set({ create: { empty: { name: " " }, control: { name: "a\u0007" } } });
    expect(bad).toMatchObject({
      notCreated: { empty: { properties: ["name"] }, control: { properties: ["name"] } },
    });
  });

  it("a mailbox cannot lie within itself", async () => {
    const a = await make();
    const b = await make({ parentId: a });
    const { notUpdated } = await set({ update: { [a]: { parentId: b } } });
    expect(notUpdated).toMatchObject({
      [a]: { type: "invalidProperties", properties: ["parentId"] },
    });
  });

  it("creation ids of the same call stand for parents, in any order", async () => {
    const { created } = await set({
      create: {
        child: { name: "Child", parentId: "#parent" },
        parent: { name: "Parent of a child" },
      },
    });
    const made = created as Record<string, { id: string; parentId?: string }>;
    expect(made["child"]).not.toHaveProperty("parentId", "#parent");
    const { list } = await fixture.call(alice, "Mailbox/get", { ids: [made["child"]!.id] });
    expect(list).toMatchObject([{ parentId: made["parent"]!.id }]);
    const lost = await set({ create: { lost: { name: "Lost", parentId: "#nobody" } } });
    expect(lost).toMatchObject({ notCreated: { lost: { properties: ["parentId"] } } });
  });

  it("parents are destroyed with their children, not without", async () => {
    const parent = await make();
    const child = await make({ parentId: parent });
    expect(await set({ destroy: [parent] })).toMatchObject({
      destroyed: null,
      notDestroyed: { [parent]: { type: "mailboxHasChild" } },
    });
    const { destroyed } = await set({ destroy: [parent, child] });
    expect([...(destroyed as string[])].sort()).toEqual([parent, child].sort());
  });

  it("a name that is freed can be taken in the same call", async () => {
    const old = await make({ name: "Taken" });
    const answer = await set({ create: { new: { name: "Taken" } }, destroy: [old] });
    expect(answer).toMatchObject({ created: { new: {} }, destroyed: [old] });
  });

  it("names and roles are swapped in one call, whatever else in it is refused", async () => {
    const ids = await Promise.all(["One", "Two", "Three", "Four"].map((name) => make({ name })));
    const [one, two, three, four] = ids as [string, string, string, string];
    await set({ update: { [one]: { role: "flagged" } } });
    const answer = await set({
      update: {
        [one]: { name: "Two", role: null },
        [two]: { name: "Three", role: "flagged" },
        [three]: { name: "One" },
        [four]: { name: "Archive" },
      },
    });
    expect(answer).toMatchObject({
      updated: { [one]: null, [two]: null, [three]: null },
      notUpdated: { [four]: { type: "alreadyExists", properties: ["name"] } },
    });
    const { list } = await fixture.call(alice, "Mailbox/get", {
      ids,
      properties: ["name", "role"],
    });
    const kept = Object.fromEntries(
      (list as { id: string }[]).map(({ id, ...rest }) => [id, rest]),
    );
    expect(kept).toEqual({
      [one]: { name: "Two", role: null },
      [two]: { name: "Three", role: "flagged" },
      [three]: { name: "One", role: null },
      [four]: { name: "Four", role: null },
    });
  });

  it("the inbox keeps its name and stays", async () => {
    const { inbox } = alice.mailboxes;
    expect(await set({ update: { [inbox]: { name: "Post" } } })).toMatchObject({
      notUpdated: { [inbox]: { type: "forbidden" } },
    });
    expect(await set({ destroy: [inbox] })).toMatchObject({
      notDestroyed: { [inbox]: { type: "forbidden" } },
    });
    expect(await set({ update: { [inbox]: { sortOrder: 3 } } })).toMatchObject({
      updated: { [inbox]: null },
    });
  });

  it("a mailbox with mail is destroyed only when asked to remove it", async () => {
    const carol = await fixture.person("carol");
    const made = await fixture.call(carol, "Mailbox/set", { create: { new: { name: "Box" } } });
    const box = (made["created"] as Record<string, { id: string }>)["new"]!.id;
    const only = await fixture.deliver(carol, { mailboxIds: [box] });
    const both = await fixture.deliver(carol, { mailboxIds: [box, carol.mailboxes.inbox] });
    expect(await fixture.call(carol, "Mailbox/set", { destroy: [box] })).toMatchObject({
      notDestroyed: { [box]: { type: "mailboxHasEmail" } },
    });
    const args = { destroy: [box], onDestroyRemoveEmails: true };
    expect(await fixture.call(carol, "Mailbox/set", args)).toMatchObject({ destroyed: [box] });
    const { list, notFound } = await fixture.call(carol, "Email/get", {
      ids: [only, both],
      properties: ["mailboxIds"],
    });
    expect(notFound).toEqual([only]);
    expect(list).toEqual([{ id: both, mailboxIds: { [carol.mailboxes.inbox]: true } }]);
  });

  it("changes of counts alone are reported as such", async () => {
    const carol = await fixture.person("carol");
    const { state } = await fixture.call(carol, "Mailbox/get", { ids: [] });
    await fixture.deliver(carol);
    const changes = await fixture.call(carol, "Mailbox/changes", { sinceState: state });
    expect(changes).toMatchObject({
      updated: [carol.mailboxes.inbox],
      updatedProperties: ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"],
    });
    const { inbox } = carol.mailboxes;
    await fixture.call(carol, "Mailbox/set", { update: { [inbox]: { sortOrder: 1 } } });
    expect(await fixture.call(carol, "Mailbox/changes", { sinceState: state })).toMatchObject({
      updatedProperties: null,
    });
  });

  it("trees are sorted parents first and filtered with their ancestors", async () => {
    const carol = await fixture.person("carol");
    const { created } = await fixture.call(carol, "Mailbox/set", {
      create: {
        z: { name: "Z" },
        za: { name: "A in Z", parentId: "#z" },
        m: { name: "M" },
        ma: { name: "A in M", parentId: "#m" },
      },
    });
    const ids = Object.fromEntries(
      Object.entries(created as Record<string, { id: string }>).map(([key, { id }]) => [id, key]),
    );
    const query = async (args: object): Promise<string[]> => {
      const answer = await fixture.call(carol, "Mailbox/query", {
        sort: [{ property: "name" }],
        ...args,
      });
      return (answer["ids"] as string[]).flatMap((id) => ids[id] ?? []);
    };
    expect(await query({ sortAsTree: true })).toEqual(["m", "ma", "z", "za"]);
    expect(await query({})).toEqual(["ma", "za", "m", "z"]);
    const filter = { operator: "NOT", conditions: [{ name: "M", parentId: null }] };
    expect(await query({ filter, filterAsTree: true })).toEqual(["za", "z"]);
  });

  it("two swap their names, their roles and their places in one call", async () => {
    const dana = await fixture.person("dana");
    const update = (patches: object) => fixture.call(dana, "Mailbox/set", { update: patches });
    const { created } = await fixture.call(dana, "Mailbox/set", {
      create: { p: { name: "P" }, a: { name: "A", parentId: "#p" }, b: { name: "B" } },
    });
    const ids = created as Record<"p" | "a" | "b", { id: string }>;
    const [a, b, p] = [ids.a.id, ids.b.id, ids.p.id];
    const { junk, trash } = dana.mailboxes;
    expect(
      await update({
        [a]: { name: "B", parentId: null },
        [b]: { name: "A", parentId: p },
        [junk]: { role: "trash", name: "Trash" },
        [trash]: { role: "junk", name: "Junk" },
      }),
    ).toMatchObject({ notUpdated: null });
    const { list } = await fixture.call(dana, "Mailbox/get", { ids: [a, b, junk, trash] });
    expect(list).toHaveLength(4);
    for (const expected of [
      { id: a, name: "B", parentId: null },
      { id: b, name: "A", parentId: p },
      { id: junk, name: "Trash", role: "trash" },
      { id: trash, name: "Junk", role: "junk" },
    ])
      expect(list).toContainEqual(expect.objectContaining(expected));
  });

  it("what moves counts with all that lies in it", async () => {
    const erin = await fixture.person("erin");
    const chain = async (name: string, length: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let level = 0; level < length; level += 1) {
        const parentId = ids.at(-1) ?? null;
        const { created } = await fixture.call(erin, "Mailbox/set", {
          create: { new: { name: `${name} ${level}`, parentId } },
        });
        ids.push((created as { new: { id: string } }).new.id);
      }
      return ids;
    };
    const long = await chain("long", 15);
    const short = await chain("short", 6);
    const move = (parentId: string) =>
      fixture.call(erin, "Mailbox/set", { update: { [short[0]!]: { parentId } } });
    expect(await move(long[14]!)).toMatchObject({
      notUpdated: { [short[0]!]: { type: "invalidProperties", properties: ["parentId"] } },
    });
    expect(await move(long[13]!)).toMatchObject({ updated: { [short[0]!]: null } });
  });

  it("orders are numbers that can be kept", async () => {
    expect(await set({ create: { new: { name: "Last", sortOrder: 2 ** 31 } } })).toMatchObject({
      notCreated: { new: { type: "invalidProperties", properties: ["sortOrder"] } },
    });
    const id = await make({ sortOrder: 2 ** 31 - 1 });
    expect(await set({ update: { [id]: { sortOrder: 2 ** 40 } } })).toMatchObject({
      notUpdated: { [id]: { type: "invalidProperties", properties: ["sortOrder"] } },
    });
  });

  it("in a shared account each person has subscriptions and rights of their own", async () => {
    const team = await fixture.person("team");
    const member = async (name: string, isReadOnly: boolean): Promise<Mailer> => {
      const person = await fixture.person(name);
      const accounts = {
        ...person.actor.accounts,
        [team.accountId]: { kind: "shared", name: "Team", isPersonal: false, isReadOnly },
      } as const;
      const actor = { ...person.actor, accounts };
      return { actor, accountId: team.accountId, mailboxes: team.mailboxes };
    };
    const [frank, gina, reader] = [
      await member("frank", false),
      await member("gina", false),
      await member("reader", true),
    ];
    const subscribed = async (who: Mailer): Promise<string[]> => {
      const { list } = await fixture.call(who, "Mailbox/get", {});
      return (list as { id: string; isSubscribed: boolean }[])
        .filter((mailbox) => mailbox.isSubscribed)
        .map((mailbox) => mailbox.id);
    };
    const { inbox } = team.mailboxes;
    expect(await subscribed(frank)).toEqual([]);
    const { created } = await fixture.call(frank, "Mailbox/set", {
      create: { new: { name: "Frank's" } },
      update: { [inbox]: { isSubscribed: true } },
    });
    const made = (created as { new: { id: string } }).new.id;
    expect((await subscribed(frank)).sort()).toEqual([inbox, made].sort());
    expect(await subscribed(gina)).toEqual([]);
    expect(await subscribed(team)).toContain(made);
    await fixture.call(frank, "Mailbox/set", { update: { [inbox]: { isSubscribed: false } } });
    expect(await subscribed(frank)).toEqual([made]);

    const { list } = await fixture.call(reader, "Mailbox/get", {});
    for (const { myRights } of list as { myRights: Record<string, boolean> }[]) {
      const { mayReadItems, ...others } = myRights;
      expect(mayReadItems).toBe(true);
      expect(Object.values(others)).not.toContain(true);
    }
    expect(
      await fixture.call(reader, "Mailbox/set", { create: { new: { name: "No" } } }),
    ).toMatchObject({ type: "accountReadOnly" });
  });
});
