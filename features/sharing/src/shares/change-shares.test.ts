import { FileNode } from "@atrium/contract/types/file-node";
import { expect, test } from "vitest";
import type { SharingClient } from "../client.ts";
import { changeShares, patchOf, shareOf, type SharedAs } from "./change-shares.ts";

const VIEW = { mayRead: true };
const EDIT = { mayRead: true, mayModifyContent: true };
const DAY = "2030-01-01T00:00:00Z";
const LATER = "2030-02-01T00:00:00Z";
const NOBODY: SharedAs = { shareWith: null, shareUntil: null };

const shared = { type: FileNode, accountId: "a1", id: "n1" } as const;

type Members = Record<string, unknown>;

/** A server in memory with one record; `meanwhile` is what others do between a look and each change. */
function server(
  record: SharedAs | undefined,
  {
    meanwhile = [],
    answer = {},
  }: { readonly meanwhile?: readonly SharedAs[]; readonly answer?: object } = {},
) {
  let now = record;
  let state = 0;
  const left = [...meanwhile];
  const call = async (method: string, args: object): Promise<unknown> => {
    if (method === "FileNode/get") return { list: now ? [now] : [], state: `${state}` };
    const { update, ifInState } = args as {
      update: Record<string, Members>;
      ifInState: string | null;
    };
    const other = left.shift();
    if (other) {
      now = other;
      state += 1;
    }
    if (ifInState !== null && ifInState !== `${state}`)
      throw Object.assign(new Error(), { type: "stateMismatch" });
    const after: Record<string, Members | null> = structuredClone({ ...now }) as never;
    for (const [path, value] of Object.entries(update["n1"]!)) {
      const [property, member] = path.split("/") as [string, string | undefined];
      if (member === undefined) after[property] = value as Members;
      else if (after[property] === null) return { notUpdated: { n1: { type: "invalidPatch" } } };
      else if (value === null) delete after[property]![member];
      else after[property]![member] = value;
    }
    now = after as unknown as SharedAs;
    state += 1;
    return { updated: { n1: null }, ...answer };
  };
  return { client: { call } as unknown as SharingClient, now: () => now };
}

test("one person's share is changed by its own path, and what others have is not named", () => {
  const as: SharedAs = { shareWith: { p1: VIEW, p2: EDIT }, shareUntil: { p1: DAY } };
  expect(patchOf(as, { p1: { rights: EDIT, until: null } })).toEqual({
    patch: { "shareWith/p1": EDIT, "shareUntil/p1": null },
    isWhole: false,
  });
  expect(patchOf(as, { p2: null })).toEqual({ patch: { "shareWith/p2": null }, isWhole: false });
  expect(patchOf(as, { p3: null }).patch).toEqual({});
});

test("where nobody has access yet the property is set, on condition that it is still so", async () => {
  expect(patchOf(NOBODY, { p1: { rights: VIEW, until: null } })).toEqual({
    patch: { shareWith: { p1: VIEW } },
    isWhole: true,
  });
  expect(patchOf(NOBODY, { p1: null }).patch).toEqual({});
  const { client, now } = server(NOBODY, { meanwhile: [{ ...NOBODY, shareWith: { p2: EDIT } }] });
  await changeShares(client, shared, { p1: { rights: VIEW, until: DAY } });
  expect(now()).toEqual({ shareWith: { p2: EDIT, p1: VIEW }, shareUntil: { p1: DAY } });
});

test("it holds where the last one loses access between the look and the change", async () => {
  const { client, now } = server({ ...NOBODY, shareWith: { p2: EDIT } }, { meanwhile: [NOBODY] });
  await changeShares(client, shared, { p1: { rights: VIEW, until: null } });
  expect(now()).toEqual({ shareWith: { p1: VIEW }, shareUntil: null });
});

test("where others never rest it is given up, and nothing is lost", async () => {
  const meanwhile = Array.from({ length: 20 }, () => NOBODY);
  const { client, now } = server(NOBODY, { meanwhile });
  const changes = { p1: { rights: VIEW, until: null } };
  await expect(changeShares(client, shared, changes)).rejects.toMatchObject({
    type: "stateMismatch",
  });
  expect(now()).toEqual(NOBODY);
});

test("a refusal says its type, and what is gone is not found", async () => {
  const refused = server(NOBODY, { answer: { notUpdated: { n1: { type: "overQuota" } } } });
  const changes = { p1: { rights: VIEW, until: null } };
  await expect(changeShares(refused.client, shared, changes)).rejects.toMatchObject({
    name: "ShareRefused",
    type: "overQuota",
  });
  await expect(changeShares(server(undefined).client, shared, changes)).rejects.toMatchObject({
    type: "notFound",
  });
});

test("an end that the server has set earlier is answered, and no other one", async () => {
  const changes = { p1: { rights: VIEW, until: LATER } };
  const set = (shareUntil: object | null) =>
    server(NOBODY, { answer: { updated: { n1: { shareUntil } } } }).client;
  expect(await changeShares(set({ p1: DAY, p2: DAY }), shared, changes)).toBe(DAY);
  expect(await changeShares(set({ p1: LATER, p2: DAY }), shared, changes)).toBeUndefined();
  expect(await changeShares(server(NOBODY).client, shared, changes)).toBeUndefined();
});

test("a share is read with its end", () => {
  const as: SharedAs = { shareWith: { p1: VIEW, p2: EDIT }, shareUntil: { p1: DAY } };
  expect(shareOf(as, "p1")).toEqual({ rights: VIEW, until: DAY });
  expect(shareOf(as, "p2")).toEqual({ rights: EDIT, until: null });
  expect(shareOf(as, "p3")).toBeUndefined();
});
