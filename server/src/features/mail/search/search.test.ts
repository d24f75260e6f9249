import { beforeAll, describe, expect, it } from "vitest";
import { sampled, testWhole } from "../../../../../formats/src/testing/whole.ts";
import { followChanges } from "../../../engine/testing/follow-changes.ts";
import { testPlatform } from "../../../testing/index.ts";
import { importMessages } from "../index.ts";
import { mailFixture, testMessage, type Mailer, type MailFixture } from "../mail.fixture.ts";

let fixture: MailFixture;
let alice: Mailer;

interface Known {
  id: string;
  threadId: string;
  receivedAt: string;
  size: number;
  subject: string;
  keywords: Record<string, true>;
  mailboxIds: Record<string, true>;
  from: { name: string | null; email: string }[];
}

/** Everything there is, newest first: what pages and filters are checked against. */
let all: Known[];

const WORDS = ["budget", "회의록", "lunch", "holiday", "견적서", "invoice"];

beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
  alice = await fixture.person("alice");
  const { inbox, archive, trash } = alice.mailboxes;
  const boxes = [[inbox], [archive], [inbox, archive], [trash]];
  const messages = Array.from({ length: 240 }, (_, n) => ({
    bytes: testMessage(
      {
        subject: `Re: ${WORDS[n % 5]} ${n % 70}`,
        references: `<root${n % 70}@x>`,
        from: `${n % 3 === 0 ? "Jimin Lee" : "Bob"} <p${n % 9}@demo.test>`,
        to: n % 4 === 0 ? "alice@demo.test, Dave <dave@other.test>" : "alice@demo.test",
        ...(n % 6 === 0 ? { cc: "carol@demo.test" } : {}),
        headers: n % 10 === 0 ? ["List-Id: <news.demo.test>"] : [],
        body: `${"word ".repeat(n % 50)} the ${WORDS[(n * 7) % 6]} of ${n % 11}`,
      },
      n,
    ),
    // Several a second, over many days.
    receivedAt: new Date(Date.UTC(2026, 0, 1 + ((n * 13) % 40), 10, n % 3, n % 2)),
    mailboxIds: boxes[n % 4]!,
    keywords: [...(n % 2 ? ["$seen"] : []), ...(n % 5 ? [] : ["$flagged"])],
  }));
  await importMessages(fixture.engine, alice.accountId, messages);
  const { ids } = await fixture.call(alice, "Email/query", {});
  const { list } = await fixture.call(alice, "Email/get", {
    ids,
    properties: ["threadId", "receivedAt", "size", "subject", "keywords", "mailboxIds", "from"],
  });
  all = (list as Known[]).sort((a, b) =>
    a.receivedAt === b.receivedAt ? (a.id < b.id ? 1 : -1) : a.receivedAt < b.receivedAt ? 1 : -1,
  );
});

const query = (args: object) => fixture.call(alice, "Email/query", args);

function collapsed(list: readonly Known[]): Known[] {
  const seen = new Set<string>();
  return list.filter(({ threadId }) => !seen.has(threadId) && seen.add(threadId));
}

const idsOf = (list: readonly Known[]): string[] => list.map((email) => email.id);

describe("a mailbox's list", () => {
  for (const collapseThreads of [true, false])
    for (const isAscending of [true, false])
      it(`has pages by anchor and position like the whole list (${collapseThreads ? "threads" : "emails"}, ${isAscending ? "oldest" : "newest"} first)`, async () => {
        const { inbox } = alice.mailboxes;
        const inInbox = all.filter((email) => inbox in email.mailboxIds);
        const order = isAscending ? inInbox.toReversed() : inInbox;
        const whole = idsOf(collapseThreads ? collapsed(order) : order);
        const base = {
          filter: { inMailbox: inbox },
          sort: [{ property: "receivedAt", isAscending }],
          collapseThreads,
          calculateTotal: true,
        };
        expect(await query(base)).toMatchObject({ ids: whole, position: 0, total: whole.length });
        for (let at = 0; at < whole.length; at += 7)
          for (const anchorOffset of [-30, -3, 0, 4]) {
            const position = Math.max(0, at + anchorOffset);
            const page = await query({ ...base, anchor: whole[at], anchorOffset, limit: 10 });
            expect(page).toMatchObject({ position, ids: whole.slice(position, position + 10) });
          }
        for (const position of [0, 5, whole.length - 2, -4])
          expect((await query({ ...base, position, limit: 3 }))["ids"]).toEqual(
            whole.slice(position < 0 ? whole.length + position : position).slice(0, 3),
          );
      });

  testWhole(
    "has pages by sender like the whole list, from a mailbox that is most of the account and from a small one",
    async () => {
      const erin = await fixture.person("erin");
      const { inbox, archive, trash } = erin.mailboxes;
      // One of them writes more than is looked at the first time, and most of it into few conversations.
      const senderOf = (n: number): number => (n % 3 === 0 ? n % 29 : 7);
      const messages = Array.from({ length: 1500 }, (_, n) => ({
        bytes: testMessage(
          {
            subject: "Re: plan",
            references: `<root${n % 3 === 0 ? n : n % 40}@erin>`,
            from: `${n % 2 === 0 ? "sender" : "SENDER"} ${senderOf(n)} <p${n}@demo.test>`,
          },
          n,
        ),
        receivedAt: new Date(Date.UTC(2026, 0, 1 + ((n * 17) % 40), 10, 0, n % 4)),
        mailboxIds: [n % 100 === 0 ? trash : n % 5 === 0 ? archive : inbox],
      }));
      await importMessages(fixture.engine, erin.accountId, messages);
      const read = (args: object) => fixture.call(erin, "Email/query", args);
      for (const inMailbox of [inbox, archive, trash])
        for (const collapseThreads of [true, false])
          for (const isAscending of [true, false]) {
            const sort = [{ property: "from", isAscending }];
            const base = { filter: { inMailbox }, sort, collapseThreads, calculateTotal: true };
            // From its end, a list is put in order as a whole.
            const whole = await read({ ...base, position: -10_000 });
            expect(whole["total"]).toBe((whole["ids"] as string[]).length);
            for (const position of [0, 50, 333, 2000]) {
              const page = await read({ ...base, position, limit: 50 });
              const ids = (whole["ids"] as string[]).slice(position, position + 50);
              expect(page).toMatchObject({ position, ids, total: whole["total"] });
            }
          }
    },
  );

  it("is found by its days deep down", async () => {
    const carol = await fixture.person("carol");
    const messages = Array.from({ length: 700 }, (_, n) => ({
      bytes: testMessage({}, n),
      receivedAt: new Date(Date.UTC(2026, 0, 1 + (n % 50), 12, 0, n)),
    }));
    await importMessages(fixture.engine, carol.accountId, messages);
    const filter = { inMailbox: carol.mailboxes.inbox };
    for (const isAscending of [true, false])
      for (const collapseThreads of [false, !isAscending]) {
        const base = { filter, sort: [{ property: "receivedAt", isAscending }], collapseThreads };
        const whole = (await fixture.call(carol, "Email/query", base))["ids"] as string[];
        expect(whole.length).toBe(700);
        for (const position of [300, 301, 455, 699, 700]) {
          const page = await fixture.call(carol, "Email/query", { ...base, position, limit: 20 });
          expect(page).toMatchObject({ position, ids: whole.slice(position, position + 20) });
        }
      }
  });

  it("knows no anchor that it does not show", async () => {
    const { inbox } = alice.mailboxes;
    const hidden = all.find((email) => !(inbox in email.mailboxIds))!;
    const args = { filter: { inMailbox: inbox }, anchor: hidden.id };
    expect(await query(args)).toMatchObject({ type: "anchorNotFound" });
    const shown = idsOf(collapsed(all.filter((email) => inbox in email.mailboxIds)));
    const covered = all.find((email) => inbox in email.mailboxIds && !shown.includes(email.id))!;
    expect(await query({ ...args, anchor: covered.id, collapseThreads: true })).toMatchObject({
      type: "anchorNotFound",
    });
    expect(await query({ filter: { text: "lunch" }, anchor: "nobody" })).toMatchObject({
      type: "anchorNotFound",
    });
  });
});

describe("a filter", () => {
  const has = (keyword: string) => (email: Known) => keyword in email.keywords;
  const threadOf = (email: Known) => all.filter((other) => other.threadId === email.threadId);
  const cases: [object, (email: Known) => boolean][] = [
    [{ hasKeyword: "$Flagged" }, has("$flagged")],
    [{ notKeyword: "$seen" }, (email) => !has("$seen")(email)],
    [
      { hasKeyword: "$seen", notKeyword: "$flagged" },
      (email) => has("$seen")(email) && !has("$flagged")(email),
    ],
    [{ before: "2026-01-20T00:00:00Z" }, (email) => email.receivedAt < "2026-01-20T00:00:00Z"],
    [
      { after: "2026-01-20T10:00:00Z", before: "2026-02-01T10:01:00Z" },
      (email) =>
        email.receivedAt >= "2026-01-20T10:00:00Z" && email.receivedAt < "2026-02-01T10:01:00Z",
    ],
    [{ minSize: 400 }, (email) => email.size >= 400],
    [{ maxSize: 400 }, (email) => email.size < 400],
    [{ subject: "lunch" }, (email) => email.subject.includes("lunch")],
    [{ subject: "회의" }, (email) => email.subject.includes("회의록")],
    [{ from: "jimin" }, (email) => email.from[0]!.name === "Jimin Lee"],
    [{ from: "p4@demo.test" }, (email) => email.from[0]!.email === "p4@demo.test"],
    [{ someInThreadHaveKeyword: "$flagged" }, (email) => threadOf(email).some(has("$flagged"))],
    [{ allInThreadHaveKeyword: "$seen" }, (email) => threadOf(email).every(has("$seen"))],
    [{ noneInThreadHaveKeyword: "$flagged" }, (email) => !threadOf(email).some(has("$flagged"))],
    [{ hasAttachment: false }, () => true],
    [{ hasAttachment: true }, () => false],
    [{ text: "" }, () => true],
    [{ text: "!!!" }, () => false],
    [{ text: "nowhere-to-be-found" }, () => false],
  ];
  it.each(cases)("%j finds what it says", async (filter, holds) => {
    for (const collapseThreads of [false, true]) {
      const expected = all.filter(holds);
      const ids = idsOf(collapseThreads ? collapsed(expected) : expected);
      expect(await query({ filter, collapseThreads, calculateTotal: true })).toMatchObject({
        ids,
        total: ids.length,
      });
      expect((await query({ filter, collapseThreads, limit: 5 }))["ids"]).toEqual(ids.slice(0, 5));
      const either = {
        operator: "OR",
        conditions: [filter, { operator: "NOT", conditions: [filter] }],
      };
      expect((await query({ filter: either }))["ids"]).toEqual(idsOf(all));
    }
  });

  it("inMailbox and inMailboxOtherThan say where", async () => {
    const { inbox, trash, archive } = alice.mailboxes;
    const visible = all.filter((email) => !(trash in email.mailboxIds));
    expect((await query({ filter: { inMailboxOtherThan: [trash] } }))["ids"]).toEqual(
      idsOf(visible),
    );
    const both = { operator: "AND", conditions: [{ inMailbox: inbox }, { inMailbox: archive }] };
    const inBoth = all.filter((email) => inbox in email.mailboxIds && archive in email.mailboxIds);
    expect((await query({ filter: both }))["ids"]).toEqual(idsOf(inBoth));
    expect(await query({ filter: { inMailbox: "nowhere" }, calculateTotal: true })).toMatchObject({
      ids: [],
      total: 0,
    });
    const flagged = { inMailbox: inbox, hasKeyword: "$flagged" };
    const expected = all.filter((email) => inbox in email.mailboxIds && has("$flagged")(email));
    expect((await query({ filter: flagged }))["ids"]).toEqual(idsOf(expected));
  });

  it("to, cc and bcc tell the recipients apart", async () => {
    const count = async (filter: object) =>
      (await query({ filter, calculateTotal: true }))["total"];
    expect(await count({ to: "dave" })).toBe(60);
    expect(await count({ to: "carol" })).toBe(0);
    expect(await count({ cc: "carol@demo.test" })).toBe(40);
    expect(await count({ bcc: "carol" })).toBe(0);
    expect(await count({ text: "carol" })).toBe(40);
  });

  it("header looks into the messages", async () => {
    const count = async (filter: object) =>
      (await query({ filter, calculateTotal: true }))["total"];
    expect(await count({ header: ["List-Id"] })).toBe(24);
    expect(await count({ header: ["list-id", "NEWS"] })).toBe(24);
    expect(await count({ header: ["List-Id", "olds"] })).toBe(0);
    expect(await count({ operator: "NOT", conditions: [{ header: ["List-Id"] }] })).toBe(216);
    expect(await query({ filter: { header: [] } })).toMatchObject({ type: "invalidArguments" });
  });

  testWhole(
    "header conditions read only so many messages together, in all calls of a request",
    async () => {
      const { engine } = fixture;
      const subjects = (count: number) => ({
        operator: "OR",
        conditions: Array.from({ length: count }, (_, n) => ({
          header: ["Subject", `invoice ${n}`],
        })),
      });
      const answers = async (...filters: object[]) => {
        const { methodResponses } = await engine.handle(alice.actor, {
          using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
          methodCalls: filters.map((filter, n) => [
            "Email/query",
            { accountId: alice.accountId, filter },
            `${n}`,
          ]),
        });
        return methodResponses.map(([name, { type }]) => (name === "error" ? type : name));
      };
      // 240 messages each.
      expect(await answers(subjects(120))).toEqual(["unsupportedFilter"]);
      expect(
        await answers(subjects(30), subjects(11), subjects(1), { subject: "invoice" }),
      ).toEqual(["Email/query", "Email/query", "unsupportedFilter", "Email/query"]);
    },
  );

  it("a phrase stands together, words may stand apart", async () => {
    const dave = await fixture.person("dave");
    const near = await fixture.deliver(dave, { subject: "the quarterly report is here" });
    const far = await fixture.deliver(dave, {
      subject: "report",
      body: "about the quarterly numbers",
    });
    const find = async (text: string) =>
      ((await fixture.call(dave, "Email/query", { filter: { text } }))["ids"] as string[]).sort();
    expect(await find("quarterly report")).toEqual([near, far].sort());
    expect(await find('"quarterly report"')).toEqual([near]);
    expect(await find('"report quarterly"')).toEqual([]);
  });

  it("Korean and Japanese words are found in part, and only where they stand together", async () => {
    const dave = await fixture.person("dave");
    const one = await fixture.deliver(dave, { subject: "홍길동전집 예약", body: "会議の資料" });
    await fixture.deliver(dave, { subject: "홍길 길동 동전 전집", body: "会社の議題" });
    const find = async (text: string) =>
      (await fixture.call(dave, "Email/query", { filter: { text } }))["ids"];
    expect(await find("홍길동전집")).toEqual([one]);
    expect(await find("길동전")).toEqual([one]);
    expect(await find("会議")).toEqual([one]);
    expect((await find("홍")) as string[]).toHaveLength(2);
  });
});

describe("a sort", () => {
  it("orders by what it names, then newest first", async () => {
    const bySize = [...all].sort((a, b) => a.size - b.size || all.indexOf(a) - all.indexOf(b));
    expect((await query({ sort: [{ property: "size" }] }))["ids"]).toEqual(idsOf(bySize));
    const rank = (email: Known) => ("$flagged" in email.keywords ? 0 : 1);
    const flagged = [...all].sort((a, b) => rank(a) - rank(b) || all.indexOf(a) - all.indexOf(b));
    const sort = [{ property: "hasKeyword", keyword: "$flagged", isAscending: false }];
    expect((await query({ sort }))["ids"]).toEqual(idsOf(flagged));
    expect((await query({ sort, collapseThreads: true }))["ids"]).toEqual(
      idsOf(collapsed(flagged)),
    );
    const from = await query({
      sort: [{ property: "from" }, { property: "subject", collation: "i;ascii-casemap" }],
      limit: 2,
    });
    const [first] = from["ids"] as string[];
    expect(all.find((email) => email.id === first)!.from[0]!.name).toBe("Bob");
    expect(await query({ sort: [{ property: "hasKeyword" }] })).toMatchObject({
      type: "invalidArguments",
    });
    expect(await query({ sort: [{ property: "subject", collation: "i;klingon" }] })).toMatchObject({
      type: "unsupportedSort",
    });
  });

  it("answers whatever is asked that cannot be", async () => {
    const far = 2 ** 50;
    const id = all[0]!.id;
    for (const args of [
      { position: far },
      { position: far, filter: { text: "budget" } },
      { anchor: id, anchorOffset: far },
      { anchor: id, anchorOffset: far, filter: { notKeyword: "$none" } },
      { filter: { hasKeyword: "a\0b" } },
      { filter: { someInThreadHaveKeyword: "\0" } },
      { filter: { text: "\0 \ud800" }, position: far },
    ])
      expect(await query(args)).toMatchObject({ ids: [] });
    const sort = [{ property: "hasKeyword", keyword: "\0" }];
    expect((await query({ sort }))["ids"]).toHaveLength(all.length);
    expect((await query({ position: -far, filter: { notKeyword: "\0" } }))["ids"]).toHaveLength(
      all.length,
    );
  });
});

describe("queryChanges", () => {
  const conversations: [string, object][] = [
    ["a mailbox, collapsed", { collapseThreads: true }],
    ["a mailbox, each message", { collapseThreads: false }],
    [
      "a mailbox, oldest first",
      { sort: [{ property: "receivedAt", isAscending: true }], collapseThreads: true },
    ],
    ["unread", { filter: { notKeyword: "$seen" }, collapseThreads: true }],
    [
      "a thread's keyword",
      { filter: { noneInThreadHaveKeyword: "$flagged" }, collapseThreads: true },
    ],
    [
      "a search",
      { filter: { text: "topic" }, sort: [{ property: "subject" }], collapseThreads: false },
    ],
  ];
  const followed = sampled(conversations, 3);
  it.each(followed)("follows %s through every kind of change", async (_name, given) => {
    const who = await fixture.person("changing");
    const { inbox, archive } = who.mailboxes;
    const args = { filter: { inMailbox: inbox }, ...given };
    const ids: string[] = [];
    for (let n = 0; n < 24; n += 1)
      ids.push(
        await fixture.deliver(who, {
          subject: `Topic ${n % 6}`,
          references: `<c${n % 6}@x>`,
          receivedAt: new Date(Date.UTC(2026, 1, 1 + (n % 9), 0, n)),
        }),
      );
    const run = (method: string, more: object) => fixture.call(who, method, { ...args, ...more });
    let before = await run("Email/query", {});
    const set = (more: object) => fixture.call(who, "Email/set", more);
    const steps = [
      () => set({ update: { [ids[23]!]: { mailboxIds: { [archive]: true } } } }),
      () => set({ destroy: [ids[22]!, ids[5]!] }),
      () => set({ update: { [ids[3]!]: { keywords: { $seen: true, $flagged: true } } } }),
      () =>
        fixture.deliver(who, {
          subject: "Re: Topic 2",
          references: "<c2@x>",
          receivedAt: new Date(Date.UTC(2026, 1, 4)),
        }),
      () =>
        set({
          update: {
            [ids[23]!]: { mailboxIds: { [inbox]: true } },
            [ids[1]!]: { "keywords/$seen": true },
          },
        }),
      () => set({ destroy: [ids[4]!, ids[10]!, ids[16]!] }),
    ];
    for (const step of steps) {
      await step();
      before = await followChanges((verb, more) => run(`Email/${verb}`, more), before);
    }
  });
});
