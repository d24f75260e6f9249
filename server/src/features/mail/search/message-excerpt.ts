import type { ParsedMessage } from "@atrium/formats/mime";
import { excerpt, findSpans, type Query, type Span } from "@atrium/formats/search-words";
import { searchedTexts } from "../message/searched-texts.ts";

/**
 * A piece of what a message says, as HTML with `<mark>`: of the first of its texts in which most of the query's terms stand.
 * `null` when none does.
 */
export function messageExcerpt(
  message: ParsedMessage,
  query: Query,
  maxOctets: number,
): string | null {
  let best: { text: string; spans: readonly Span[]; terms: number } | null = null;
  for (const { text } of searchedTexts(message)) {
    const spans = findSpans(text, query);
    const terms = new Set(spans.map(({ term }) => term)).size;
    if (terms > (best?.terms ?? 0)) best = { text, spans, terms };
    if (terms === query.terms.length) break;
  }
  return best === null ? null : excerpt(best.text, best.spans, maxOctets);
}
