import { collectWords, type SearchWords, type Weight } from "../search-words/index.ts";

/** The words of several fields at once. */
export function searchWords(
  fields: readonly { readonly text: string; readonly weight: Weight; readonly kind?: string }[],
): SearchWords {
  const collector = collectWords();
  for (const { text, weight, kind } of fields) collector.add(text, weight, kind);
  return collector.finish();
}
