import { draftOf, searchOf } from "./query/chips.ts";
import { parseSearch, textOf } from "./query/query.ts";

/** A way to look further. */
export interface Widened {
  readonly how: "anyWord" | "everywhere" | "without";
  /** The condition or word that is left out. */
  readonly chip: string;
  readonly text: string;
}

/** What a search that found nothing could be instead, the smallest step first. */
export function widened(search: string): readonly Widened[] {
  const draft = draftOf(search);
  const { chips, text } = draft;
  const words = parseSearch(text);
  const isPlain = words.every(({ kind }) => kind === "words");
  const folders = chips.filter((chip) => chip.startsWith("in:"));
  const others = chips.filter((chip) => !chip.startsWith("in:"));
  const ways: Widened[] = [
    ...(folders.includes("in:anywhere")
      ? []
      : [
          {
            how: "everywhere" as const,
            chip: "",
            text: searchOf({ chips: [...others, "in:anywhere"], text }),
          },
        ]),
    ...chips
      .filter((chip) => chip !== "in:anywhere")
      .map((chip) => ({
        how: "without" as const,
        chip,
        text: searchOf({ ...draft, chips: chips.filter((one) => one !== chip) }),
      })),
    ...(isPlain && words.length > 1
      ? [
          {
            how: "anyWord" as const,
            chip: "",
            text: searchOf({ chips, text: textOf({ kind: "any", nodes: words }) }),
          },
        ]
      : []),
  ];
  return ways.filter((way) => way.text !== "").slice(0, 4);
}
