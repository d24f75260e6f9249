import type { SettingsSection } from "@atrium/settings-page";

type Findable = Pick<SettingsSection, "title" | "holds">;

/** A section that was found, and by which of the things that it holds. */
export interface Found<F extends Findable> {
  readonly page: F;
  /** Empty when the title itself was what was meant. */
  readonly by: string;
}

/** Case, width and accents make no difference. */
const plain = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").normalize("NFC").toLowerCase();

/** The sections in which every word of the query stands; those first whose title has them. */
export function findSettings<F extends Findable>(pages: readonly F[], query: string): Found<F>[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = (text: string): boolean => words.every((word) => plain(text).includes(word));
  const byTitle = pages.filter((page) => has(page.title)).map((page) => ({ page, by: "" }));
  const byThing = pages
    .filter((page) => !has(page.title))
    .flatMap((page) => {
      const thing =
        page.holds.find(has) ?? (has([page.title, ...page.holds].join(" ")) ? "" : undefined);
      return thing === undefined ? [] : [{ page, by: thing }];
    });
  return [...byTitle, ...byThing];
}
