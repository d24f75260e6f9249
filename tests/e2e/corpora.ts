import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const CORPORA =
  process.env["ATRIUM_CORPORA"] ?? join(import.meta.dirname, "../../../shared/corpora");

export const hasCorpora = existsSync(join(CORPORA, "html"));
if (!hasCorpora) console.log(`No ${CORPORA}/html: the payloads of others are not tested.`);

/** HTML of others that attacks what cleans HTML; nothing where the collections are not here. */
export function payloads(): string[] {
  if (!hasCorpora) return [];
  return ["dompurify", "h5sc"].flatMap((name) => {
    const file = readFileSync(join(CORPORA, `html/${name}.json`), "utf8");
    return (JSON.parse(file) as { readonly payload: string }[]).map(({ payload }) => payload);
  });
}
