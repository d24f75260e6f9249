import { expect, test } from "vitest";
import { jsonBytes, jsonSize, readJson } from "./index.ts";
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from "./limits.ts";

const read = (text: string): Promise<unknown> => readJson(Buffer.from(text));
const reasonOf = (text: string): Promise<unknown> =>
  read(text).then(
    () => "read",
    (error: { reason: unknown }) => error.reason,
  );
const deep = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

test("JSON is read, whatever stands in its texts", async () => {
  const value = { a: [1, '[{,:\\"]}', { b: null }], 가: "나\u0000", "": -1e9 };
  expect(await read(JSON.stringify(value))).toEqual(value);
  expect(await read(` ${JSON.stringify("[".repeat(1000))}`)).toBe("[".repeat(1000));
  expect(await read(JSON.stringify('"\\'.repeat(1000)))).toBe('"\\'.repeat(1000));
});

test("what is no JSON in UTF-8 is not read", async () => {
  for (const text of ["", "{", "[1,]", '{"a"}', "[1}", "]", '"\\', "{'a':1}"])
    expect(await reasonOf(text), text).toBe("notJson");
  await expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).rejects.toMatchObject({
    reason: "notJson",
  });
});

test("JSON goes only so deep", async () => {
  expect(await reasonOf(deep(MAX_JSON_DEPTH))).toBe("read");
  expect(await reasonOf(deep(MAX_JSON_DEPTH + 1))).toBe("notJson");
  expect(await reasonOf(deep(5_000_000))).toBe("notJson");
  expect(await reasonOf(`[${`${deep(MAX_JSON_DEPTH - 1)},`.repeat(100)}0]`)).toBe("read");
});

test("JSON has only so many values, and as many octets as it likes", async () => {
  expect(await reasonOf(`[${"0,".repeat(MAX_JSON_VALUES - 1)}0]`)).toBe("read");
  expect(await reasonOf(`[${"0,".repeat(MAX_JSON_VALUES)}0]`)).toBe("tooMany");
  expect(await reasonOf(`[${"{},".repeat(MAX_JSON_VALUES)}0]`)).toBe("tooMany");
  expect(await reasonOf(JSON.stringify(",".repeat(9_000_000)))).toBe("read");
});

test("a text that is cut anywhere is scanned as a whole", async () => {
  for (const pad of [0, 1, 2, 3]) {
    const text = `${" ".repeat(262_140 + pad)}${JSON.stringify(['\\"[', "가"])}`;
    expect(await read(text)).toEqual(['\\"[', "가"]);
  }
});

const LONG = "x".repeat(100_000);
const SMILES = "😀".repeat(70_000);

test.each<[string, unknown]>([
  ["nothing much", { a: [1, null, true, "b"] }],
  ["a long text", LONG],
  ["pairs at every place", [SMILES, `x${SMILES}`, { [`y${SMILES}`]: `xx${SMILES}` }]],
  ["half of a pair", [`${LONG}\ud83d`, `\ude00${LONG}`, `${"x".repeat(65_535)}\ud83dx`]],
  ["signs to be escaped", ['"\\\u0000\n\u2028/'.repeat(30_000)]],
  ["long and short members", { a: LONG, b: 1, c: [LONG, 2, [], {}], d: {}, e: [[[LONG]]] }],
  [
    "members that are not there",
    { a: LONG, b: undefined, c: [undefined, LONG], d: { e: undefined } },
  ],
  ["many members", Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`k${i}`, [i]]))],
  ["a long list", Array.from({ length: 50_000 }, (_, i) => ({ i, even: i % 2 === 0 }))],
  ["a name that every object has", JSON.parse(`{"__proto__":{"a":"${LONG}"},"b":"${LONG}"}`)],
])("%s is written as JSON.stringify does", async (_, value) => {
  const text = JSON.stringify(value);
  expect((await jsonBytes(value)).equals(Buffer.from(text))).toBe(true);
  const size = jsonSize(value);
  expect(size).toBeGreaterThanOrEqual(text.length / 6);
  expect(jsonSize(value, 100) > 100).toBe(size > 100);
});

test("others get their turn while much is written and read", async () => {
  const list = Array.from({ length: 400 }, () => LONG);
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const bytes = await jsonBytes(list);
  const whileWritten = turns;
  await readJson(bytes);
  isDone = true;
  expect(whileWritten).toBeGreaterThan(1);
  expect(turns).toBeGreaterThan(whileWritten);
});
