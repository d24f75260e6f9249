import { describe, expect, it } from "vitest";
import { collectWords, findSpans, matches, normalise, parseQuery, toTsquery } from "./index.ts";
import { searchWords } from "../testing/search-words.ts";

const index = (text: string): string => searchWords([{ text, weight: "D" }]).tsvector;
const query = (text: string): string | null => toTsquery(parseQuery(text))?.tsquery ?? null;

describe("the words of a text", () => {
  it("are lower case, normalised and placed", () => {
    expect(index("Ｈello, hello WORLD ﬁne")).toBe("'hello':1,2 'world':3 'fine':4");
  });

  it("carry the weight of their field, and phrases do not reach over fields", () => {
    const { tsvector } = searchWords([
      { text: "Plan", weight: "A" },
      { text: "B", weight: "B" },
      { text: "body", weight: "D" },
    ]);
    expect(tsvector).toBe("'plan':1A 'b':11B 'body':21");
  });

  it("are pairs of characters in Korean, Japanese and Chinese", () => {
    expect(index("회의록 と会議")).toBe("'회의':1 '의록':2 '록':3 'と会':4 '会議':5 '議':6");
  });

  it("know characters beyond the basic plane, after broken ones too", () => {
    expect(index("\ud842 \u{20bb7}野 \ud842x")).toBe("'\u{20bb7}野':1 '野':2 'x':3");
    expect(index("a😀b \u{1d54f}")).toBe("'a':1 'b':2 'x':3");
  });

  it("end where the script changes", () => {
    expect(index("Atrium회의2분기")).toBe("'atrium':1 '회의':2 '의':3 '2':4 '분기':5 '기':6");
  });

  it("contain nothing that a tsvector literal treats as its own", () => {
    expect(index("it's a 'b\\c':3A\0,<&|!>~*()")).not.toMatch(/[\\\0<&|!>~*()]|[^:]'[^ ]*'[^: ]/);
    expect(index("it's")).toBe("'it':1 's':2");
  });

  it("are hashed when they are long, and differ when the long strings do", () => {
    const long = "a".repeat(5_000);
    expect(index(long)).toMatch(/^'#[0-9a-f]{16}':1$/);
    expect(index(`${long}b`)).not.toBe(index(long));
  });

  it("stop at 512 KB, and say so", () => {
    let text = "";
    for (let i = 0; i < 60_000; i++) text += `word${i} `;
    const { tsvector, cut } = searchWords([{ text, weight: "D" }]);
    expect(cut).toBe(true);
    expect(tsvector.length).toBeGreaterThan(400_000);
    expect(tsvector).toContain("'word20000'");
    expect(tsvector).not.toContain("'word59999'");
    expect(searchWords([{ text: "short", weight: "D" }]).cut).toBe(false);
  });

  it("stop at two million characters, and say so", () => {
    const { tsvector, cut } = searchWords([{ text: `${"ab ".repeat(700_000)}end`, weight: "D" }]);
    expect(cut).toBe(true);
    expect(tsvector).not.toContain("'end'");
  });

  it("survive one word of millions of characters", () => {
    expect(index("x".repeat(1_900_000))).toMatch(/^'#[0-9a-f]{16}':1$/);
    const { tsvector, cut } = searchWords([{ text: "회의".repeat(900_000), weight: "D" }]);
    expect(cut).toBe(false);
    expect(tsvector).toContain("'회의'");
  });

  it("keep at most 255 places in a range that PostgreSQL has, and mark that", () => {
    const often = index("often ".repeat(300));
    expect(often.split(",")).toHaveLength(255);
    expect(often).toMatch(/ '~'$/);
    const many = index(Array.from({ length: 17_000 }, (_, i) => `w${i}`).join(" "));
    expect(many).toContain("'w16999':16383");
    expect(many).toMatch(/ '~'$/);
    expect(index("a few words")).not.toContain("~");
  });

  it("stand with all their places in parts that overlap", () => {
    const words = Array.from({ length: 40_000 }, (_, i) => (i % 3 === 0 ? "often" : `w${i}`));
    const { parts } = searchWords([{ text: words.join(" "), weight: "D" }]);
    expect(parts.length).toBeGreaterThan(40);
    for (const part of parts) {
      expect(part).not.toContain("~");
      expect(Math.max(...[...part.matchAll(/\d+(?=[, ]|$)/g)].map(Number))).toBeLessThan(16_384);
    }
    const places = (part: string, word: string) =>
      new RegExp(`'${word}':([\\d,]+)`).exec(part)?.[1]?.split(",").map(Number) ?? [];
    // Each two neighbours stand beside one another somewhere.
    for (let i = 1; i + 1 < words.length; i += 331) {
      const [one, two] = [words[i]!, words[i + 1]!];
      const isThere = parts.some((part) => {
        const second = new Set(places(part, two));
        return places(part, one).some((place) => second.has(place + 1));
      });
      expect(isThere, `${one} ${two}`).toBe(true);
    }
    expect(searchWords([{ text: "short", weight: "D" }]).parts).toEqual([]);
  });

  it("are found by the kind of their field, too, and marks by themselves", () => {
    const collector = collectWords();
    collector.add("Bob", "C", "to");
    collector.mark("@h:x-it's\\");
    expect(collector.finish().tsvector).toBe("'bob':1C '@to:bob':1C '@h:x-it''s\\\\'");
  });

  it("of a variant are those that say something else, with what phrases need around them", () => {
    const words = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `w${from + n}`).join(" ");
    const added = (of: string, text: string) => {
      const collector = collectWords();
      collector.add(of, "D");
      const before = collector.finish().tsvector.length;
      collector.addVariant(text, of, "D");
      return collector.finish().tsvector.slice(before);
    };
    expect(added("One, two.", "<one>\n\n> two")).toBe("");
    expect(added("one two three", "two three")).toBe("");
    expect(added("one two three", "one two")).toBe("");
    expect(added("one", "two")).toBe(" 'two':11");
    // What both begin with overlaps what they end with.
    expect(added("a", "a a")).toBe(":1,11,12".slice(2));
    const changed = added(words(0, 1000), `${words(0, 500)} new ${words(500, 1000)}`);
    expect(changed).toContain("'new'");
    expect(changed.length).toBeLessThan(3000);
    const collector = collectWords();
    collector.add(words(0, 1000), "D");
    collector.addVariant(`${words(0, 500)} new ${words(500, 1000)}`, words(0, 1000), "D");
    const { tsvector } = collector.finish();
    expect(tsvector).toMatch(/'w399':400 .*'w400':401,1010 .*'w600':601,1211 'w601':602 /);
    expect(tsvector).toContain("'new':1110");
  });

  it("of a variant stand in parts, too", () => {
    const many = Array.from({ length: 300 }, (_, n) => `often w${n}`).join(" ");
    const collector = collectWords();
    collector.add(many, "D");
    collector.addVariant(`${many} in the end`, many, "D");
    const { tsvector, parts } = collector.finish();
    expect(tsvector).toContain("'~'");
    const [, inThe] = /'the':(\d+)/.exec(parts.at(-1)!)!;
    expect(parts.at(-1)).toContain(`'end':${Number(inThe) + 1}`);
    expect(parts.at(-1)).toContain(`'in':${Number(inThe) - 1}`);
  });

  it("go on after many fields", () => {
    const collector = collectWords();
    for (let i = 0; i < 5; i++) collector.add(`field${i}`, "C");
    expect(collector.finish().tsvector).toContain("'field4':41C");
  });
});

describe("a query", () => {
  it("asks for all its words", () => {
    expect(query("Budget  review")).toBe("'budget' & 'review'");
  });

  it("joins the pieces of a word that the index takes apart", () => {
    expect(query("alice@demo.test")).toBe(
      "('alice' <-> 'demo' <-> 'test' | 'alice' & 'demo' & 'test' & '~')",
    );
    expect(query("회의록")).toBe("('회의' <-> '의록' | '회의' & '의록' & '~')");
    expect(query("회의")).toBe("'회의'");
  });

  it("counts the characters between the words of a phrase", () => {
    expect(query('"회의 기록"')).toBe("('회의' <2> '기록' | '회의' & '기록' & '~')");
  });

  it("finds a single character of Korean by prefix", () => {
    expect(query("회")).toBe("'회':*");
  });

  it("can leave a word open", () => {
    expect(query('"two words" beg*')).toBe("('two' <-> 'words' | 'two' & 'words' & '~') & 'beg':*");
    expect(toTsquery(parseQuery("quarterly rep", { isTyping: true }))?.tsquery).toBe(
      "'quarterly' & 'rep':*",
    );
    // RFC 8621 §4.4.1: every word has to be there, also one that begins with a hyphen.
    expect(query("-spam")).toBe("'spam'");
  });

  it("takes phrases in either quotation mark, with what is escaped in them", () => {
    expect(query("'two words' don't")).toBe(
      "('two' <-> 'words' | 'two' & 'words' & '~') & ('don' <-> 't' | 'don' & 't' & '~')",
    );
    expect(query('"say \\"hi\\" \\\\o/" x')).toBe(
      "('say' <-> 'hi' <-> 'o' | 'say' & 'hi' & 'o' & '~') & 'x'",
    );
    expect(query('"never closed')).toBe("('never' <-> 'closed' | 'never' & 'closed' & '~')");
    expect(query("'it\\'s' \"a\\")).toBe("('it' <-> 's' | 'it' & 's' & '~') & 'a'");
  });

  it("can be narrowed to weights, and to kinds of fields", () => {
    const plan = parseQuery("회 plan");
    expect(toTsquery(plan, { weights: ["A", "B"] })?.tsquery).toBe("'회':*AB & 'plan':AB");
    expect(toTsquery(plan, { kind: "to" })?.tsquery).toBe("'@to:회':* & '@to:plan'");
  });

  it("names its phrases, which parts of a long message are asked for", () => {
    expect(toTsquery(parseQuery('"a b" c 회의록'))?.loose).toBe(
      "'a' & 'b' & 'c' & '회의' & '의록'",
    );
    expect(toTsquery(parseQuery('"a b" c 회의록'))?.phrases).toEqual([
      "'a' <-> 'b'",
      "'회의' <-> '의록'",
    ]);
  });

  it("is nothing when it has no word", () => {
    for (const empty of ["", "  ", '""', "!!! --- *", '"', "-"]) expect(query(empty)).toBeNull();
  });

  it("stays bounded", () => {
    expect(parseQuery("a ".repeat(10_000)).terms.length).toBeLessThanOrEqual(50);
    expect(parseQuery(`"${"a ".repeat(9_000)}"`).terms[0]?.lexemes).toHaveLength(100);
  });
});

describe("a match", () => {
  it.each([
    ["The quarterly budget review", "budget", true],
    ["The quarterly budget review", "quarterly review", true],
    ["The quarterly budget review", '"quarterly review"', false],
    ["The quarterly budget review", '"budget review"', true],
    ["The quarterly budget review", "budg", false],
    ["The quarterly budget review", "budg*", true],
    ["정기회의 기록을 보냅니다", "회의", true],
    ["정기회의 기록을 보냅니다", '"회의 기록"', true],
    ["정기회의 기록을 보냅니다", "의", true],
    ["회의 시간과 의록", "회의록", false],
    ["본회의록입니다", "회의록", true],
    ["Write to Alice@Demo.test now", "alice@demo.test", true],
  ])("in %j for %j: %s", (text, asked, expected) => {
    expect(matches(text, parseQuery(asked))).toBe(expected);
  });

  it.each([
    ["Ｂudget, BUDGET and budgets", "budget", ["Ｂudget", "BUDGET"]],
    ["정기회의록입니다 회의", "회의", ["회의", "회의"]],
    ["정기회의록입니다", "회의록", ["회의록"]],
    ["회의 회", "회", ["회", "회"]],
    ["write to Alice@Demo.test!", "alice@demo.test", ["Alice@Demo.test"]],
    ["ofﬁce ㈜한국 ①", "office 주 1", ["ofﬁce", "㈜", "①"]],
    ["cafe\u0301 x", "café", ["cafe\u0301"]],
    ["\u1112\u116c\u110b\u1174", "회의", ["\u1112\u116c\u110b\u1174"]],
    ["𠮷野家", "𠮷野", ["𠮷野"]],
    ["a b c", '"a b" c', ["a b", "c"]],
    ["a gos\u00adhawk", "goshawk", ["gos\u00adhawk"]],
  ])("in %j for %j marks %j", (text, asked, expected) => {
    const spans = findSpans(text, parseQuery(asked));
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });

  it("is over normalised text", () => {
    expect(normalise("ＡB\0c")).toBe("abc");
    expect(matches("Ｒｅｐｏｒｔ", parseQuery("REPORT"))).toBe(true);
  });

  it("ends where too much has been looked at, also when a character stands for four words", () => {
    const end = parseQuery("end");
    expect(matches(`${"ﷺ ".repeat(1000)} end`, end)).toBe(true);
    expect(matches(`${"ﷺ ".repeat(200_000)} end`, end)).toBe(false);
    expect(matches(`${"ab ".repeat(700_000)} end`, end)).toBe(false);
  });
});
