import type { Page } from "playwright-core";
import { expect, type ExpectStatic } from "vitest";

/** Everything that this window knows is written down by now. */
export async function kept(
  page: Page,
  subject: string,
  look: ExpectStatic = expect,
): Promise<void> {
  await look
    .poll(() =>
      page.evaluate(async (text) => {
        const open = indexedDB.open("atrium-kept");
        const database = await new Promise<IDBDatabase>((resolve) => {
          open.addEventListener("success", () => resolve(open.result));
        });
        const lists = database.transaction(["records", "lists"]);
        const read = (name: string) =>
          new Promise<unknown[]>((resolve) => {
            const request = lists.objectStore(name).getAll();
            request.addEventListener("success", () => resolve(request.result));
          });
        const [records, windows] = await Promise.all([read("records"), read("lists")]);
        database.close();
        return windows.length > 0 && JSON.stringify(records).includes(text);
      }, subject),
    )
    .toBe(true);
}

/** How many records with this text the browser keeps. */
export function countRecords(page: Page, text: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const open = indexedDB.open("atrium-kept");
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.addEventListener("success", () => resolve(open.result));
    });
    const request = database.transaction("records").objectStore("records").getAll();
    const all = await new Promise<unknown[]>((resolve) => {
      request.addEventListener("success", () => resolve(request.result));
    });
    database.close();
    return all.filter((record) => JSON.stringify(record).includes(wanted)).length;
  }, text);
}
