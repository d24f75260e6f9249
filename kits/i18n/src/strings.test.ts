import { readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { decideLocale, defineStrings } from "./index.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** Texts that are rightly the same in every language: names, addresses, one-word terms of art. */
const SAME_EVERYWHERE = /^(Atrium|Atrium Drive|English|한국어|[A-Z]{2,5}|\{\w+\}|[^A-Za-z]*)$/;

type Texts = Record<string, unknown>;

function stringsFolders(): string[] {
  return ["kits", "features", "apps"].flatMap((floor) =>
    readdirSync(join(root, floor), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name === "en.ts" && entry.parentPath.endsWith("strings"))
      .filter((entry) => !entry.parentPath.includes("node_modules"))
      .map((entry) => entry.parentPath),
  );
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();
}

describe.each(stringsFolders().map((folder) => relative(root, folder)))("%s", (folder) => {
  async function load(): Promise<{ en: Texts; ko: Texts }> {
    const { en } = (await import(join(root, folder, "en.ts"))) as { en: Texts };
    const { ko } = (await import(join(root, folder, "ko.ts"))) as { ko: Texts };
    return { en, ko };
  }

  it("has every text in both languages and none too many", async () => {
    const { en, ko } = await load();
    expect(Object.keys(ko).sort()).toEqual(Object.keys(en).sort());
  });

  it("has no empty and no untranslated text", async () => {
    const { en, ko } = await load();
    const left = Object.entries(en).filter(([key, text]) => {
      if (typeof text !== "string") return false;
      return (
        text.trim() === "" || ko[key] === "" || (ko[key] === text && !SAME_EVERYWHERE.test(text))
      );
    });
    expect(left).toEqual([]);
  });

  it("uses the same parameters in both languages", async () => {
    const { en, ko } = await load();
    for (const [key, text] of Object.entries(en)) {
      const translated = ko[key];
      if (typeof text === "string" && typeof translated === "string")
        expect([key, ...placeholders(translated)]).toEqual([key, ...placeholders(text)]);
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
