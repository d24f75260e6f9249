import type { HelpArticle } from "@atrium/i18n";
import { expect, test } from "vitest";
import { searchArticles } from "./search-articles.ts";

const article = (slug: string, title: string, ...body: HelpArticle["body"]): HelpArticle => ({
  slug,
  order: 0,
  title,
  summary: "",
  body,
});
const articles = [
  article("sign-in", "Signing in", "Not from a foreign computer, nor to Drive."),
  article("remote-images", "Pictures", { list: ["They lie on foreign servers."] }),
  article("drive", "Files in Drive", { heading: "Upload" }, { keys: [["u", "upload"]] }),
  article("mail", "메일 읽고 정리하기", "삭제는 휴지통으로 옮깁니다."),
];
const found = (query: string) => searchArticles(articles, query).map(({ slug }) => slug);

test("a search finds pages that hold every word, whatever the case", () => {
  expect(found("FOREIGN server")).toEqual(["remote-images"]);
});

test("a page with the words in its title comes first", () => {
  expect(found("drive")).toEqual(["drive", "sign-in"]);
});

test("two Korean characters are enough", () => {
  expect(found("휴지")).toEqual(["mail"]);
});

test("what stands nowhere is not found", () => {
  expect(found("zeppelin")).toEqual([]);
});
