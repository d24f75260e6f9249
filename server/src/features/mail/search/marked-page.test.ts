import { beforeAll, describe, expect, it } from "vitest";
import type { Comparator } from "@atrium/contract/types/define";
import { seededRandom } from "../../../../../formats/src/testing/random.ts";
import { IS_WHOLE } from "../../../../../formats/src/testing/whole.ts";
import { testPlatform } from "../../../testing/index.ts";
import { importMessages } from "../index.ts";
import { mailFixture, testMessage, type Mailer, type MailFixture } from "../mail.fixture.ts";
import { MAX_MARKED } from "../limits.ts";

/** Another seed tries other mailboxes: `ATRIUM_SEED=7 npx vitest run …/marked-page.test.ts`. */
const SEED = Number(process.env["ATRIUM_SEED"] ?? 1);
const QUESTIONS = IS_WHOLE ? 25 : 7;
const random = seededRandom(SEED);
const chance = (n: number): boolean => random.below(n) === 0;

let fixture: MailFixture;
beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
});

const NEWEST_FIRST: Comparator = { property: "receivedAt", isAscending: false };
const onTop = (property: string, keyword: string, isAscending = false): Comparator => ({
  property,
  keyword,
  isAscending,
});

/** Conversations of several messages in two folders, some of them with keywords. */
async function mailboxOf(who: Mailer, messages: number, oneIn: number): Promise<void> {
  const { inbox, archive } = who.mailboxes;
  const threads = 1 + random.below(messages);
  await importMessages(
    fixture.engine,
    who.accountId,
    Array.from({ length: messages }, (_, n) => ({
      bytes: testMessage(
        {
          subject: `Thread`,
          messageId: `${n}@${who.accountId}`,
          references: `t${random.below(threads)}@${who.accountId}`,
        },
        n,
      ),
      // Several within a second, so that ids decide; over many days, so that days are added up.
      receivedAt: new Date(
        Date.UTC(2026, 0, 1 + random.below(200), 10, random.below(3), random.below(3)),
      ),
      mailboxIds: random.pick([[inbox], [inbox], [archive], [inbox, archive]]),
      mailboxRole: "inbox" as const,
      keywords: ["$pinned", "$unsnoozed", "odd"].filter(() => chance(oneIn)),
    })),
  );
}

interface Question {
  readonly inMailbox: string;
  readonly sort: readonly Comparator[];
  readonly collapseThreads: boolean;
}

function question(who: Mailer): Question {
  const comparator = (): Comparator =>
    onTop(
      random.pick(["hasKeyword", "someInThreadHaveKeyword", "allInThreadHaveKeyword"]),
      random.pick(["$pinned", "$Unsnoozed", "odd", "nobody-has-this"]),
      chance(4),
    );
  const marks = Array.from({ length: 1 + random.below(3) }, comparator);
  return {
    inMailbox: random.pick([who.mailboxes.inbox, who.mailboxes.archive]),
    sort: chance(4) ? marks : [...marks, NEWEST_FIRST],
    collapseThreads: chance(2),
  };
}

const fast = ({ inMailbox, ...rest }: Question): object => ({ filter: { inMailbox }, ...rest });

/** The same with a condition that all fulfil: any filter but that of one mailbox is sorted whole. */
const slow = ({ inMailbox, ...rest }: Question): object => ({
  filter: { operator: "AND", conditions: [{ inMailbox }, { minSize: 0 }] },
  ...rest,
});

async function ask(who: Mailer, method: string, args: object): Promise<Record<string, unknown>> {
  const { queryState: _, ...answer } = await fixture.call(who, method, args);
  return answer;
}

async function compare(who: Mailer, asked: Question, more: object): Promise<void> {
  const why = `ATRIUM_SEED=${SEED} ${JSON.stringify({ ...asked, ...more })}`;
  const [one, other] = await Promise.all([
    ask(who, "Email/query", { ...fast(asked), ...more }),
    ask(who, "Email/query", { ...slow(asked), ...more }),
  ]);
  expect(one, why).toEqual(other);
}

describe(`a mailbox with some mail on top is listed as if it were sorted whole (seed ${SEED})`, () => {
  it("by position, from the end and around anchors", async () => {
    const mailboxes = [
      [1, 1],
      [40, 3],
      [300, 12],
      [700, 40],
    ] as const;
    for (const [messages, oneIn] of IS_WHOLE ? mailboxes : mailboxes.slice(0, 3)) {
      const who = await fixture.person("somebody");
      await mailboxOf(who, messages, oneIn);
      for (let n = 0; n < QUESTIONS; n += 1) {
        const asked = question(who);
        await compare(who, asked, { calculateTotal: true });
        const ids = (await ask(who, "Email/query", slow(asked)))["ids"] as string[];
        const limit = random.below(40);
        const position = random.below(ids.length + 10) - random.pick([0, 0, ids.length + 5]);
        await compare(who, asked, { position, limit, calculateTotal: chance(2) });
        const anchor = chance(8) ? "nobody" : (ids[random.below(ids.length)] ?? "nobody");
        const anchorOffset = random.below(60) - 30;
        await compare(who, asked, { anchor, anchorOffset, limit, calculateTotal: chance(2) });
      }
    }
  });

  it("not at an anchor that its thread is not shown by", async () => {
    const who = await fixture.person("anchored");
    const subject = "About anchors";
    const older = await fixture.deliver(who, { subject, messageId: "a@x", keywords: ["$pinned"] });
    const newer = await fixture.deliver(who, { subject: `Re: ${subject}`, inReplyTo: "a@x" });
    const at = (anchor: string): Promise<Record<string, unknown>> =>
      fixture.call(who, "Email/query", {
        filter: { inMailbox: who.mailboxes.inbox },
        sort: [onTop("hasKeyword", "$pinned"), NEWEST_FIRST],
        collapseThreads: true,
        anchor,
      });
    expect((await at(older))["ids"]).toEqual([older]);
    expect((await at(newer))["type"]).toBe("anchorNotFound");
  });

  it("and what changed is reported so that the old list becomes the new one", async () => {
    const who = await fixture.person("changing");
    await mailboxOf(who, 150, 10);
    const { inbox, archive } = who.mailboxes;
    const all = (await ask(who, "Email/query", {}))["ids"] as string[];
    const lists: { asked: Question; ids: string[]; state: unknown }[] = [];
    for (let n = 0; n < QUESTIONS; n += 1) {
      const asked = question(who);
      const { ids, queryState } = await fixture.call(who, "Email/query", fast(asked));
      lists.push({ asked, ids: ids as string[], state: queryState });
    }
    for (let round = 0; round < 6; round += 1) {
      const update = Object.fromEntries(
        Array.from({ length: 6 }, () => [
          all[random.below(all.length)],
          chance(2)
            ? {
                [`keywords/${random.pick(["$pinned", "$unsnoozed", "odd"])}`]: random.pick([
                  true,
                  null,
                ]),
              }
            : { mailboxIds: { [random.pick([inbox, archive])]: true } },
        ]),
      );
      await fixture.call(who, "Email/set", { update });
      for (const list of lists) {
        const changes = await fixture.call(who, "Email/queryChanges", {
          ...fast(list.asked),
          sinceQueryState: list.state,
          calculateTotal: true,
        });
        const removed = new Set(changes["removed"] as string[]);
        list.ids = list.ids.filter((id) => !removed.has(id));
        for (const { id, index } of changes["added"] as { id: string; index: number }[])
          list.ids.splice(index, 0, id);
        list.state = changes["newQueryState"];
        const now = await ask(who, "Email/query", { ...slow(list.asked), calculateTotal: true });
        const why = `ATRIUM_SEED=${SEED} round ${round} ${JSON.stringify(list.asked)}`;
        expect({ ids: list.ids, total: changes["total"] }, why).toEqual({
          ids: now["ids"],
          total: now["total"],
        });
      }
    }
  });

  it("also by more keywords than anybody has use for", async () => {
    const who = await fixture.person("sorter");
    await mailboxOf(who, 40, 3);
    const names = [
      "$pinned",
      "$unsnoozed",
      "odd",
      ...Array.from({ length: 40 }, (_, n) => `k${n}`),
    ];
    const asked: Question = {
      inMailbox: who.mailboxes.inbox,
      sort: [...names.map((name) => onTop("someInThreadHaveKeyword", name)), NEWEST_FIRST],
      collapseThreads: true,
    };
    await compare(who, asked, { calculateTotal: true });
    await compare(who, { ...asked, sort: asked.sort.slice(-5) }, { position: 3, limit: 9 });
  });

  it("also when nearly all of it is marked, which is then sorted whole", async () => {
    const who = await fixture.person("pinner");
    await mailboxOf(who, MAX_MARKED + 200, 1);
    const asked: Question = {
      inMailbox: who.mailboxes.inbox,
      sort: [onTop("hasKeyword", "$pinned"), NEWEST_FIRST],
      collapseThreads: false,
    };
    await compare(who, asked, { calculateTotal: true });
    await compare(who, asked, { position: -20, limit: 10 });
  });
});
