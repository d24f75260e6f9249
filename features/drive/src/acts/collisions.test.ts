import type { CallMethod } from "@atrium/contract/types/methods";
import { expect, test, vi } from "vitest";
import { freeName, landIn, takenIn } from "./collisions.ts";

/** A folder in memory that has these names; those with a slash at the end are folders. */
function folderWith(...names: readonly string[]) {
  const nodes = names.map((name, at) => ({
    id: `n${at}`,
    name: name.replace("/", ""),
    nodeType: name.endsWith("/") ? "directory" : "file",
  }));
  const asked: number[] = [];
  const call = async (method: string, args: object): Promise<unknown> => {
    if (method === "FileNode/get") {
      const { ids } = args as { ids: string[] };
      return { list: nodes.filter(({ id }) => ids.includes(id)) };
    }
    const { filter } = args as {
      filter: { conditions: [unknown, { conditions: { name: string }[] }] };
    };
    const wanted = filter.conditions[1].conditions.map(({ name }) => name);
    asked.push(wanted.length);
    return { ids: nodes.filter(({ name }) => wanted.includes(name)).map(({ id }) => id) };
  };
  return { client: { call: call as CallMethod }, asked };
}

const files = (...names: readonly string[]) => names.map((name) => ({ name, isFolder: false }));

test("nothing is asked where all names are free", async () => {
  const ask = vi.fn();
  const { client } = folderWith("other.txt");
  expect(await landIn(client, "a1", null, files("a.txt", "b.txt"), ask)).toEqual([
    { name: "a.txt" },
    { name: "b.txt" },
  ]);
  expect(ask).not.toHaveBeenCalled();
});

test("what is taken is asked about once, and all of it obeys the answer", async () => {
  const { client } = folderWith("a.txt", "b.txt", "b (2).txt");
  const ask = vi.fn(async () => "keepBoth" as const);
  expect(await landIn(client, "a1", null, files("a.txt", "b.txt", "c.txt"), ask)).toEqual([
    { name: "a (2).txt" },
    { name: "b (3).txt" },
    { name: "c.txt" },
  ]);
  expect(ask.mock.calls).toEqual([[["a.txt", "b.txt"]]]);
});

test("a file replaces a file, and never a folder", async () => {
  const { client } = folderWith("a.txt", "plans/");
  const things = [...files("a.txt", "plans"), { name: "a.txt", isFolder: true }];
  expect(await landIn(client, "a1", null, things, async () => "replace")).toEqual([
    { name: "a.txt", replaces: "n0" },
    { name: "plans (2)" },
    { name: "a (2).txt" },
  ]);
});

test("what is skipped stays away, and who gives up gets nothing done", async () => {
  const { client } = folderWith("a.txt");
  const things = files("a.txt", "b.txt");
  expect(await landIn(client, "a1", null, things, async () => "skip")).toEqual([
    undefined,
    { name: "b.txt" },
  ]);
  expect(await landIn(client, "a1", null, things, async () => undefined)).toBeUndefined();
});

test("two of one name among those that come do not end up as one", async () => {
  const { client } = folderWith();
  expect(await landIn(client, "a1", "n9", files("a", "a", "a"), async () => "keepBoth")).toEqual([
    { name: "a" },
    { name: "a (2)" },
    { name: "a (3)" },
  ]);
});

test("many names are asked about in steps that a filter may have", async () => {
  const { client, asked } = folderWith("n 59");
  const names = Array.from({ length: 60 }, (_, at) => `n ${at}`);
  expect([...(await takenIn(client, "a1", null, names)).keys()]).toEqual(["n 59"]);
  expect(asked).toEqual([25, 25, 10]);
});

test("the first free number is taken, however many there are", async () => {
  const copies = Array.from({ length: 24 }, (_, at) => `a (${at + 2})`);
  const { client } = folderWith("a", ...copies);
  expect(await freeName(client, "a1", null, "a")).toBe("a (26)");
});
