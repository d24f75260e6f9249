import { costOf, type Client, type Cost, type Effort } from "./load.ts";
import { FOLDER_ORDER, one, type Mail } from "./reading.ts";
import type { Store } from "./store.ts";

/** Records that one /set takes. */
const SET = 1000;
/** What a window that was away for a while has to catch up with. */
const UPDATES = 500;
const READING: Effort = { warming: 200, alone: 200, crowd: 800, patience: 8000 };
const WRITING: Effort = { warming: 60, alone: 200, crowd: 400, patience: 8000 };
const BATCHES: Effort = { warming: 3, alone: 30, crowd: 0, patience: 10_000 };
const BULK: Effort = { warming: 0, alone: 4, crowd: 0, patience: 30_000 };

/** Stars set and taken away, and how others are notified. */
export async function benchWriting(
  store: Store,
  clients: readonly Client[],
  mail: Mail,
): Promise<Cost[]> {
  const { accountId, inbox, shown } = mail;
  const bench = { clients, cpu: store.cpu };
  const [first] = clients;
  const filter = { inMailbox: inbox };
  const newest = [{ property: "receivedAt", isAscending: false }];
  const ids: string[] = [];
  while (ids.length < Math.min(10 * SET, mail.messages)) {
    const place = { position: ids.length, limit: SET };
    const page = await one(first!, [
      "Email/query",
      { accountId, filter, sort: newest, ...place },
      "q",
    ]);
    ids.push(...(page["ids"] as string[]));
  }
  /** Every other time the star is taken away again, so that each time something changes. */
  const star = async (client: Client, which: readonly string[], isOn: boolean): Promise<void> => {
    const patch = { "keywords/$flagged": isOn ? true : null };
    await client.send(
      Array.from({ length: Math.ceil(which.length / SET) }, (_, part) => {
        const some = which.slice(part * SET, (part + 1) * SET);
        const update = Object.fromEntries(some.map((id) => [id, patch]));
        return ["Email/set", { accountId, update }, `s${part}`] as const;
      }),
    );
  };
  const costs = [
    await costOf(
      bench,
      "set a star",
      (client, turn) =>
        star(client, [shown[turn % shown.length]!], Math.floor(turn / shown.length) % 2 === 0),
      WRITING,
    ),
  ];
  for (const count of [100, 10 * SET])
    if (count <= ids.length)
      costs.push(
        await costOf(
          bench,
          `set ${count.toLocaleString("en")} stars`,
          (client, turn) => star(client, ids.slice(0, count), turn % 2 === 0),
          count > SET ? BULK : BATCHES,
        ),
      );

  const stateBefore = async (isList: boolean, changes: number): Promise<unknown> => {
    const query = { accountId, filter, sort: FOLDER_ORDER, collapseThreads: true, limit: 1 };
    const answer = await one(first!, ["Email/query", query, "q"]);
    if (isList && answer["canCalculateChanges"] !== true)
      throw new Error("the list has no changes");
    const which = ids.slice(0, changes);
    await star(first!, which, true);
    await star(first!, which, false);
    return answer["queryState"];
  };
  const following = async (count: number): Promise<Cost[]> => {
    const sinceState = await stateBefore(true, count);
    const query = { accountId, filter, sort: FOLDER_ORDER, collapseThreads: true };
    const after = count === 1 ? "an update" : `${count} updates`;
    return [
      await costOf(
        bench,
        `changes after ${after}`,
        async (client) => {
          const answer = await one(client, ["Email/changes", { accountId, sinceState }, "c"]);
          mustBe(count, (answer["updated"] as readonly string[]).length);
        },
        READING,
      ),
      await costOf(
        bench,
        `queryChanges after ${after}`,
        async (client) => {
          const asked = { ...query, sinceQueryState: sinceState, calculateTotal: true };
          const answer = await one(client, ["Email/queryChanges", asked, "c"]);
          if ((answer["added"] as readonly unknown[]).length === 0) mustBe(count, 0);
        },
        READING,
      ),
    ];
  };
  costs.push(...(await following(1)), ...(await following(UPDATES)));
  return costs;
}

function mustBe(wanted: number, found: number): void {
  if (found !== wanted) throw new Error(`${found} changes were pushed, not ${wanted}`);
}
