/** One piece of a help page. A plain string is a paragraph. */
export type Block =
  | string
  | { readonly heading: string }
  | { readonly list: readonly string[] }
  | { readonly keys: readonly (readonly [key: string, meaning: string])[] };

/** A help page at `/help/<slug>`. Both languages hold the same slugs. */
export interface Article {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly body: readonly Block[];
}

/** Everything that a search in the help looks through, lower-cased. */
export function searchText({ title, summary, body }: Article): string {
  const words = body.flatMap((block) => {
    if (typeof block === "string") return [block];
    if ("heading" in block) return [block.heading];
    if ("list" in block) return block.list;
    return block.keys.flat();
  });
  return [title, summary, ...words].join("\n").normalize("NFKC").toLowerCase();
}

/** The articles in which every word of the query occurs, those with it in the title first. */
export function searchArticles(articles: readonly Article[], query: string): Article[] {
  const words = query.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
  const inTitle = (article: Article) =>
    words.every((word) => article.title.normalize("NFKC").toLowerCase().includes(word)) ? 0 : 1;
  return articles
    .filter((article) => words.every((word) => searchText(article).includes(word)))
    .sort((a, b) => inTitle(a) - inTitle(b));
}
