import { accentTokens } from "@atrium/formats/accent";

/** The tokens of an accent as a style attribute has them; nothing for Atrium's own. */
export const accentStyle = (accent: string | null): string =>
  accent === null
    ? ""
    : Object.entries(accentTokens(accent))
        .map(([name, value]) => `${name}:${value}`)
        .join(";");
