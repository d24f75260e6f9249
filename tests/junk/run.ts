import { measure } from "./spam-assassin.ts";

// What docs/junk.md says of the whole corpus.
const { learned, judged, precision, recall, wantedInJunk } = measure(1);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
console.log(
  `learned: ${learned.junk} junk, ${learned.wanted} wanted; judged: ${judged.junk} junk, ${judged.wanted} wanted`,
);
console.log(
  `precision ${percent(precision)}, recall ${percent(recall)}, wanted mail in Junk: ${wantedInJunk}`,
);
