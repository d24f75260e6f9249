import type { Locale } from "./locale.ts";

/** One piece of a help article. A plain string is a paragraph. */
export type HelpBlock =
  | string
  | { readonly heading: string }
  | { readonly list: readonly string[] }
  | { readonly keys: readonly (readonly [key: string, meaning: string])[] };

/** A help article at `/help/<slug>`. */
export interface HelpArticle {
  readonly slug: string;
  /** Its place among the articles of all features, from the top; unique. */
  readonly order: number;
  readonly title: string;
  readonly summary: string;
  readonly body: readonly HelpBlock[];
}

/** What a feature's `./help` exports: the same articles in each language. */
export type HelpArticles = Readonly<Record<Locale, readonly HelpArticle[]>>;
