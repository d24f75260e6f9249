/** The languages of what the server itself says. */
export type Language = "en" | "ko";

/** The one of our languages that an Accept-Language asks for first (RFC 9110 §12.5.4); English where it asks for none. */
export function languageOf(header: string | undefined): Language {
  let best: { language: Language; weight: number } | undefined;
  for (const part of (header ?? "").slice(0, 500).split(",")) {
    const [tag = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    const language = /^(en|ko)\b/.exec(tag)?.[1] as Language | undefined;
    const given = parameters.map((word) => /^q=(\d(?:\.\d*)?)$/.exec(word)?.[1]).find(Boolean);
    const weight = given === undefined ? 1 : Number(given);
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? "en";
}
