/** What a template leaves open until it is used. */
export type Placeholder = "firstName" | "name" | "company" | "date" | "myName";

/** What each is called between braces; whoever writes in one language may use a template in the other. */
export const PLACEHOLDER_NAMES: Readonly<
  Record<"en" | "ko", Readonly<Record<Placeholder, string>>>
> = {
  en: {
    firstName: "first name",
    name: "name",
    company: "company",
    date: "date",
    myName: "my name",
  },
  ko: {
    firstName: "성 뺀 이름",
    name: "이름",
    company: "회사",
    date: "날짜",
    myName: "내 이름",
  },
};

export const PLACEHOLDERS = Object.keys(PLACEHOLDER_NAMES.en) as readonly Placeholder[];

const BRACES = /\{([^{}\n]{1,40})\}/g;
const BY_NAME = new Map(
  Object.values(PLACEHOLDER_NAMES).flatMap((names) =>
    PLACEHOLDERS.map((one) => [names[one], one] as const),
  ),
);

const placeholderOf = (name: string): Placeholder | undefined =>
  BY_NAME.get(
    name
      .trim()
      .replaceAll(/[\s\u00a0]/g, " ")
      .toLowerCase(),
  );

/** What is known to fill them with. */
export type Values = Readonly<Partial<Record<Placeholder, string>>>;

/** Puts in what is known; the rest stays as it is. */
export const fillText = (text: string, values: Values): string =>
  text.replaceAll(BRACES, (whole, name: string) => {
    const placeholder = placeholderOf(name);
    return (placeholder && values[placeholder]) ?? whole;
  });

/** Where placeholders stand in a text that nobody has filled. */
export const placesIn = (text: string): readonly (readonly [start: number, end: number])[] =>
  [...text.matchAll(BRACES)].flatMap((found) =>
    placeholderOf(found[1]!) ? [[found.index, found.index + found[0].length] as const] : [],
  );

/** Those that are left, each once, with their braces. */
export const leftIn = (text: string): readonly string[] => [
  ...new Set(placesIn(text).map(([start, end]) => text.slice(start, end))),
];
