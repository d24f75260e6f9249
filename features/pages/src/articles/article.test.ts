import { expect, test } from "vitest";
import { searchArticles } from "./article.ts";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

test("both languages hold the same pages in the same order", () => {
  expect(ko.map(({ slug }) => slug)).toEqual(en.map(({ slug }) => slug));
});

test("both languages explain the same keys", () => {
  const keys = (articles: typeof en) =>
    articles.flatMap(({ body }) =>
      body.flatMap((b) => (typeof b === "object" && "keys" in b ? b.keys : [])),
    ).length;
  expect(keys(ko)).toBe(keys(en));
});

test("a search finds pages that hold every word, whatever the case", () => {
  expect(searchArticles(en, "FOREIGN server").map(({ slug }) => slug)).toEqual(["remote-images"]);
});

test("a page with the words in its title comes first", () => {
  expect(searchArticles(en, "drive")[0]?.slug).toBe("drive");
});

test("two Korean characters are enough", () => {
  expect(searchArticles(ko, "휴지").map(({ slug }) => slug)).toEqual(["mail", "search"]);
});

test("what stands nowhere is not found", () => {
  expect(searchArticles(en, "zeppelin")).toEqual([]);
});
