import type { HelpArticle } from "@atrium/i18n";

/** Everything that a search in the help looks through, lower-cased. */
function searchText({ title, summary, body }: HelpArticle): string {
  const words = body.flatMap((block) => {
    if (typeof block === "string") return [block];
    if ("heading" in block) return [block.heading];
    if ("list" in block) return block.list;
    return block.keys.flat();
  });
  return [title, summary, ...words].join("\n").normalize("NFKC").toLowerCase();
}

/** The articles in which every word of the query occurs, those with it in the title first. */
export function searchArticles(articles: readonly HelpArticle[], query: string): HelpArticle[] {
  const words = query.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
  const inTitle = (article: HelpArticle) =>
    words.every((word) => article.title.normalize("NFKC").toLowerCase().includes(word)) ? 0 : 1;
  return articles
    .filter((article) => words.every((word) => searchText(article).includes(word)))
    .sort((a, b) => inTitle(a) - inTitle(b));
}
