import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { decideLocale, defineStrings } from "./index.ts";

// Files that share this process expect the language that they began with.
afterAll(() => void decideLocale());

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** Texts that are rightly the same in every language: names, codes, units, and texts without a word. */
const SAME_EVERYWHERE =
  /^(Atrium|Atrium Drive|\{\w+\} ms|English|한국어|Arial|Verdana|Georgia|Times New Roman|[A-Z]{2,5}|(\{\w+\}|[^A-Za-z])*)$/;

function stringsFolders(): string[] {
  return ["kits", "features", "apps"].flatMap((floor) =>
    readdirSync(join(root, floor), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name === "en.ts" && entry.parentPath.endsWith("strings"))
      .filter((entry) => !entry.parentPath.includes("node_modules"))
      .map((entry) => entry.parentPath),
  );
}

/** Every text of a module by its path, whatever the nesting; a table named `en` or `ko` is just the texts. */
function textsOf(value: unknown, path = ""): [path: string, text: unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsOf(inner, key === "en" || key === "ko" ? path : `${path}.${key}`),
  );
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();
}

describe.each(stringsFolders().map((folder) => relative(root, folder)))("%s", (folder) => {
  async function load(): Promise<{ en: Map<string, unknown>; ko: Map<string, unknown> }> {
    const [en, ko] = await Promise.all(
      ["en.ts", "ko.ts"].map((file) => import(join(root, folder, file)) as Promise<object>),
    );
    return { en: new Map(textsOf({ ...en })), ko: new Map(textsOf({ ...ko })) };
  }

  it("has every text in both languages and none too many", async () => {
    const { en, ko } = await load();
    expect(en.size).toBeGreaterThan(0);
    expect([...ko.keys()].sort()).toEqual([...en.keys()].sort());
  });

  it("has no empty and no untranslated text", async () => {
    const { en, ko } = await load();
    const left = [...en].filter(
      ([path, text]) =>
        typeof text === "string" &&
        (text.trim() === "" ||
          ko.get(path) === "" ||
          (ko.get(path) === text && !SAME_EVERYWHERE.test(text))),
    );
    expect(left).toEqual([]);
  });

  it("uses the same parameters in both languages", async () => {
    const { en, ko } = await load();
    for (const [path, text] of en) {
      const translated = ko.get(path);
      if (typeof text === "string" && typeof translated === "string")
        expect([path, ...placeholders(translated)]).toEqual([path, ...placeholders(text)]);
    }
  });
});

it("fills parameters, calls functions and follows the language", () => {
  const t = defineStrings({
    en: { hello: "Hello {name}", twice: ({ word }: { word: string }) => word + word, ok: "OK" },
    ko: { hello: "{name}님, 안녕하세요", twice: "{word} 두 번", ok: "확인" },
  });
  decideLocale("en");
  expect(t("hello", { name: "Ann" })).toBe("Hello Ann");
  expect(t("twice", { word: "ha" })).toBe("haha");
  decideLocale("ko");
  expect(t("hello", { name: "지민" })).toBe("지민님, 안녕하세요");
  expect(t("twice", { word: "하" })).toBe("하 두 번");
  expect(t("ok")).toBe("확인");
});
