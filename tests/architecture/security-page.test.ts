import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

/** `docs/security.md` claims a lot: what it counts, and what it points at, is held against the repository. */

const ROOT = resolve(import.meta.dirname, "../..");
const PAGE = readFileSync(resolve(ROOT, "docs/security.md"), "utf8");
const STATES = ["met", "partly", "missing", "does not apply"] as const;

/** The requirements' tables: chapter (`V1`), ids, state, evidence. */
const ROWS = PAGE.split(/^### (?=V\d)/m)
  .slice(1)
  .flatMap((part) => {
    const chapter = /^V\d+/.exec(part)![0];
    return [...part.matchAll(/^\| (\d[^|]*) \|[^|]*\| ([^|]*) \| (.*) \|$/gm)].map(
      ([, ids, state, evidence]) => ({
        chapter,
        ids: ids!.split(", "),
        state: state!.replaceAll("*", ""),
        evidence: evidence!,
      }),
    );
  });

const GAPS = PAGE.slice(PAGE.indexOf("## What is missing"));

const countOf = (chapter: string, state: string): number =>
  ROWS.filter((row) => (chapter === "all" || row.chapter === chapter) && row.state === state)
    .map(({ ids }) => ids.length)
    .reduce((sum, count) => sum + count, 0);

test("the counts at its top are those of its tables, and no requirement stands twice", () => {
  const stated = [...PAGE.matchAll(/^\| \**(V\d+|all)\b.*?((?: \| \**\d+\**){4}) \|$/gm)].map(
    ([, chapter, numbers]) => [chapter!, numbers!.match(/\d+/g)!.map(Number)] as const,
  );
  expect(stated).toHaveLength(18);
  for (const [chapter, numbers] of stated)
    expect([chapter, numbers]).toEqual([chapter, STATES.map((state) => countOf(chapter, state))]);
  const ids = ROWS.flatMap((row) => row.ids);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  expect(ROWS.filter(({ state }) => !STATES.some((one) => one === state))).toEqual([]);
});

test("the list at its end has everything once that is partly met or missing, and nothing else", () => {
  const listed = [...GAPS.matchAll(/\*\*\s*[^(]*\(([\d., ]+)\)/g)].flatMap(([, ids]) =>
    ids!.split(/,\s*/),
  );
  const open = ROWS.filter(({ state }) => state === "partly" || state === "missing");
  expect(listed.toSorted()).toEqual(open.flatMap(({ ids }) => ids).toSorted());
});

test("every file that it names is there, and every test in it", () => {
  const paths = [...PAGE.matchAll(/`((?:[\w@.-]+\/)+[\w.-]+\.\w+)`/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((path) => !existsSync(resolve(ROOT, path)))).toEqual([]);
  const tests = [...PAGE.matchAll(/`([\w/.-]+\.ts)` “([^”]+)”/g)];
  expect(tests.length).toBeGreaterThan(100);
  const absent = tests.filter(
    ([, path, name]) => !readFileSync(resolve(ROOT, path!), "utf8").includes(name!),
  );
  expect(absent.map(([all]) => all)).toEqual([]);
});
