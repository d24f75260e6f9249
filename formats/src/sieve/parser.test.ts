import { describe, expect, it, test } from "vitest";
import { SieveError } from "./errors.ts";
import { MAX_NESTING, MAX_SCRIPT_OCTETS, MAX_STRINGS } from "./limits.ts";
import { parseScript } from "./parser.ts";

/** Line and sentence of what is wrong with a script. */
function errorOf(script: string): [line: number, message: string] {
  try {
    parseScript(script);
  } catch (error) {
    if (error instanceof SieveError) return [error.line, error.message];
    throw error;
  }
  return [0, ""];
}

/** The strings of the first command. */
const stringsOf = (script: string): readonly string[] =>
  parseScript(script)[0]!.args.flatMap((arg) => (arg.kind === "strings" ? arg.values : []));

describe("what a script says", () => {
  it("is read whatever its commands are", () => {
    const [first] = parseScript('Anything :tag 2K "text" ["a", "b"] test { inner; }');
    expect(first).toMatchObject({
      name: "anything",
      args: [
        { kind: "tag", name: "tag" },
        { kind: "number", value: 2048 },
        { kind: "strings", values: ["text"], isList: false },
        { kind: "strings", values: ["a", "b"], isList: true },
      ],
      tests: [{ name: "test" }],
      isTestList: false,
      block: [{ name: "inner", block: null }],
    });
  });

  it("has lines whatever ends them, and counts from one", () => {
    const lines = parseScript("a;\r\nb;\nc;\r\rd;").map(({ name, line }) => [name, line]);
    expect(lines).toEqual([
      ["a", 1],
      ["b", 2],
      ["c", 3],
      ["d", 5],
    ]);
  });

  it("counts the lines of strings and comments too", () => {
    const commands = parseScript('a "x\r\ny";\r\nb text:\r\n1\r\n2\r\n.\r\n;/*\n\n*/c;');
    expect(commands.map(({ line }) => line)).toEqual([1, 3, 9]);
  });

  it("may begin with a byte order mark", () => {
    expect(parseScript("\uFEFFkeep;")).toMatchObject([{ name: "keep" }]);
  });

  it("has in strings what stands behind a backslash, and line ends of the wire", () => {
    expect(stringsOf('x "a\\"b\\\\c\\d";')).toEqual(['a"b\\cd']);
    expect(stringsOf('x "a\nb\rc\r\nd";')).toEqual(["a\r\nb\r\nc\r\nd"]);
  });

  it("has texts of many lines up to a dot, in which a dot at the beginning is doubled", () => {
    expect(stringsOf("x text: # comment\r\none\r\n..two\r\n. three\r\n.\r\n;")).toEqual([
      "one\r\n.two\r\n. three\r\n",
    ]);
    expect(stringsOf("x text:\n.\n;")).toEqual([""]);
  });
});

describe("what is not Sieve is refused with its line", () => {
  test.each<[script: string, line: number, message: string]>([
    ["keep", 1, "“;” is missing after “keep”"],
    ["keep;\r\n}", 2, "Unexpected “}”"],
    ["keep;\n\n%", 3, "Unexpected “%”"],
    ["if true {\nkeep;", 2, "“}” is missing"],
    ["if true {\nkeep;\n)", 3, "“}” is missing before “)”"],
    ["if allof(true\n{", 2, "“)” is missing before “{”"],
    ["if allof(", 1, "A test is missing"],
    ["if allof(true,)", 1, "A test is missing before “)”"],
    ['x ["a",\n];', 2, "A string is missing before “]”"],
    ['x ["a"\n"b"];', 2, "“]” is missing before “b”"],
    ['keep;\nx "abc', 2, "A string has no closing quote"],
    ['x "abc\\', 1, "A string has no closing quote"],
    ["x text: no", 1, "“text:” must end its line"],
    ["\nx text:\nabc\n", 2, "A “text:” has no closing line with a dot"],
    ["\n/* abc", 2, "A comment has no end"],
    ["x 99999999999G;", 1, "99999999999G is too large"],
    ["x 12Q;", 1, "Unexpected “12Q;”"],
    ["x :1;", 1, "Unexpected “:1;”"],
  ])("%j", (script, line, message) => {
    expect(errorOf(script)).toEqual([line, message]);
  });
});

describe("what is too much is refused", () => {
  it("a script that is too long", () => {
    const comment = `#${"x".repeat(MAX_SCRIPT_OCTETS - 1)}`;
    expect(errorOf(comment)).toEqual([0, ""]);
    expect(errorOf(`${comment}x`)).toEqual([1, "A script can have at most 131,072 octets"]);
  });

  it("what is nested too deep, in blocks and in tests", () => {
    const blocks = (depth: number) => "if true {".repeat(depth) + "}".repeat(depth);
    expect(errorOf(blocks(MAX_NESTING))).toEqual([0, ""]);
    expect(errorOf(blocks(MAX_NESTING + 2))[1]).toBe("Nested more than 32 levels deep");
    expect(errorOf(`if ${"not ".repeat(100_000)}true {}`.slice(0, 100_000))[1]).toBe(
      "Nested more than 32 levels deep",
    );
    expect(errorOf(`if ${"allof(".repeat(20_000)}`)[1]).toBe("Nested more than 32 levels deep");
  });

  it("too many strings", () => {
    const list = (count: number) => `x [${Array.from({ length: count }, () => '""').join()}];`;
    expect(errorOf(list(MAX_STRINGS))).toEqual([0, ""]);
    expect(errorOf(list(MAX_STRINGS + 1))).toEqual([1, "A script can have at most 10,000 strings"]);
  });
});
