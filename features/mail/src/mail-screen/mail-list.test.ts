import { createClient, MergedQuery, rowKey, type Account } from "@atrium/jmap";
import { Email } from "@atrium/contract/types/email";
import { allRows, noRows, type RowSelection } from "@atrium/ui";
import { expect, test } from "vitest";
import { mayAll, type May } from "../actions/may.ts";
import { asMailboxes } from "../mailboxes/use-mailboxes.ts";
import { mailList, mayOf, shareOf, sharesOf, type ListShare } from "./mail-list.ts";

const never = new Promise<never>(() => undefined);
const client = createClient({
  session: () => never,
  send: () => never,
  upload: () => never,
  listen: () => () => undefined,
});

const NOTHING = mayAll([]);
const EVERYTHING = Object.fromEntries(
  Object.keys(NOTHING).map((name) => [name, true]),
) as unknown as May;

function share(account: Account, name: string | undefined, may: May): ListShare {
  const query = account.query({ type: Email, filter: null, sort: [], rows: [] });
  return {
    account,
    name,
    may,
    query,
    only: {},
    mailboxes: asMailboxes([]),
    folder: undefined,
    isReadOnly: false,
  };
}

const own = share(client.account("own"), undefined, EVERYTHING);
const desk = share(client.account("desk"), "Desk", EVERYTHING);
const press = share(client.account("press"), "Press", NOTHING);
const merged = mailList([own, desk, press], new MergedQuery([], () => 0));
const rows = (...keys: string[]): RowSelection => ({ all: false, ids: new Set(keys) });

test("a row of several accounts' list names the account and the message", () => {
  expect(merged.of(rowKey("desk", "m1"))).toEqual({ share: desk, id: "m1" });
  expect(merged.rowFor("desk", "m1")).toBe(rowKey("desk", "m1"));
  const single = mailList([own], own.query);
  expect(single.of("m1")).toEqual({ share: own, id: "m1" });
  expect(single.rowFor("own", "m1")).toBe("m1");
});

test("rows are distinguished by account, and everything is all accounts but what is left out", () => {
  const some = rows(rowKey("own", "m1"), rowKey("desk", "m1"), rowKey("own", "m2"));
  expect([...sharesOf(merged, some)]).toEqual([
    [own, ["m1", "m2"]],
    [desk, ["m1"]],
  ]);
  const all = { ...allRows, ids: new Set([rowKey("desk", "m3")]) };
  expect([...sharesOf(merged, all)]).toEqual([
    [own, []],
    [desk, ["m3"]],
    [press, []],
  ]);
});

test("what may be done with rows is what all their accounts allow, folders and labels only in one", () => {
  expect(mayOf(merged, rows(rowKey("own", "m1")))).toEqual(EVERYTHING);
  expect(mayOf(merged, rows(rowKey("own", "m1"), rowKey("desk", "m1")))).toEqual({
    ...EVERYTHING,
    move: false,
    file: false,
    label: false,
  });
  expect(mayOf(merged, rows(rowKey("own", "m1"), rowKey("press", "m1")))).toEqual(NOTHING);
  expect(mayOf(merged, allRows)).toEqual(NOTHING);
  expect(mayOf(merged, noRows)).toEqual(NOTHING);
  expect(shareOf(merged, rows(rowKey("desk", "m1"), rowKey("desk", "m2")))).toBe(desk);
  expect(shareOf(merged, rows(rowKey("desk", "m1"), rowKey("own", "m2")))).toBeUndefined();
});
