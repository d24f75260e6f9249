import { Email } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import { away, shows, testBrowser } from "./browser.fixture.ts";

/** What browsers have stored stays readable, whatever the code calls it by now: names and shapes are written out here. */

const browser = testBrowser();
const { deliver, openWindow, visit } = browser;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("it failed")));
  });

/** Runs on the stores of the browser's database, which is made where there is none. */
async function withStores<T>(
  personId: string,
  work: (store: (name: string) => IDBObjectStore) => Promise<T>,
): Promise<T> {
  const request = indexedDB.open("atrium-kept", 1);
  request.addEventListener("upgradeneeded", () => {
    for (const name of ["meta", "types", "records", "lists", "acts"]) {
      const store = request.result.createObjectStore(name);
      if (name === "records") store.createIndex("age", ["at", "size"]);
      if (name === "meta") store.put(personId, "owner");
    }
  });
  const database = await settled(request);
  try {
    const transaction = database.transaction(
      ["meta", "types", "records", "lists", "acts"],
      "readwrite",
    );
    return await work((name) => transaction.objectStore(name));
  } finally {
    database.close();
  }
}

test("an outbox that an earlier release left is shown without network, and sent with it", async () => {
  const [id] = await deliver("starred offline");
  const { accountId, mailboxes } = browser.person;
  await visit("starred offline");
  const act = {
    id: "0lx2k9c3a-00f1e2d3c4b5a697",
    accountId,
    type: "Email",
    update: { [id!]: { "keywords/$flagged": true, "keywords/$seen": true } },
    destroy: [],
    effects: [
      { type: "Mailbox", id: mailboxes.inbox, add: { unreadEmails: -1, unreadThreads: -1 } },
    ],
    owner: "00f1e2d3c4b5a697",
  };
  await withStores(accountId, (store) =>
    settled(store("acts").put(act, [accountId, "0lx2k9c3a-00f1e2d3c4b5a697"])),
  );

  const offline = openWindow(browser.person, away);
  await shows(offline, "starred offline");
  const keywords = () => offline.account.get(Email, id!)?.keywords;
  await expect.poll(keywords).toEqual({ $flagged: true, $seen: true });
  expect(offline.client.connection().pending).toBe(1);
  offline.close();

  const online = openWindow();
  const stored = async () => {
    const wanted = { ids: [id], properties: ["keywords"] };
    const { list } = await browser.mail.call(browser.person, "Email/get", wanted);
    return (list as readonly { keywords: object }[])[0]!.keywords;
  };
  await expect.poll(stored).toEqual({ $flagged: true, $seen: true });
  await expect.poll(() => online.client.connection().pending).toBe(0);
  const left = () => withStores(accountId, (store) => settled(store("acts").count()));
  await expect.poll(left).toBe(0);
});

test("what is stored has the names that earlier releases gave it", async () => {
  const { accountId } = browser.person;
  await deliver("as it was");
  await visit("as it was");
  const names = await withStores(accountId, async (store) => ({
    owner: await settled(store("meta").get("owner")),
    types: await settled(store("types").getAllKeys()),
    type: Object.keys((await settled(store("types").getAll()))[0]).toSorted(),
    record: Object.keys((await settled(store("records").getAll()))[0]).toSorted(),
    list: await settled(store("lists").getAll()),
  }));
  expect(names.owner).toBe(accountId);
  expect(names.types).toContainEqual([accountId, "Mailbox"]);
  expect(names.type).toEqual(["state", "whole"]);
  expect(names.record).toEqual(["at", "record", "size"]);
  expect(names.list[0]).toMatchObject({ ids: [expect.any(String)], total: 1, canFollow: true });
  expect(localStorage.getItem("atrium.kept")).toBe(accountId);
});
