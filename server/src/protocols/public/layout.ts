import { createHash } from "node:crypto";
import { accentStyle } from "../../features/accounts/index.ts";
import type { Front, Language } from "../http/index.ts";
import { markup, Markup } from "./markup.ts";
import { STYLE } from "./style.ts";

/** What all pages of a request have in common. */
export interface Frame {
  readonly language: Language;
  readonly look: Front["look"];
}

export interface PublicPage {
  readonly text: string;
  /** Its Content-Security-Policy: no script, and its one style sheet. */
  readonly policy: string;
}

/** A page that is complete as it is: it loads the organisation's logo, and what it shows. */
export function layout(
  { language, look }: Frame,
  {
    title,
    narrow = false,
    main,
  }: { readonly title: string; readonly narrow?: boolean; readonly main: Markup },
): PublicPage {
  const accent = accentStyle(look?.accent ?? null);
  // Its values are ours and colours; nothing in it could end the element.
  const style = accent === "" ? STYLE : `${STYLE}:root{${accent}}`;
  const hash = createHash("sha256").update(style).digest("base64");
  const name = look?.name ?? "Atrium";
  const page = markup`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} – ${name}</title><style>${new Markup(style)}</style></head>
<body><header>${logoOf(look, name)}</header><main${narrow && markup` class="narrow"`}>${main}</main></body></html>
`;
  return {
    text: page.text,
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "img-src 'self'",
      "media-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
}

function logoOf(look: Front["look"], name: string): Markup {
  const { light, dark } = look?.logos ?? { light: null, dark: null };
  const logo = light ?? dark;
  if (logo === null) return markup`<span>${name}</span>`;
  const { url, width, height } = logo;
  const other =
    light !== null &&
    dark !== null &&
    markup`<source srcset="${dark.url}" media="(prefers-color-scheme: dark)">`;
  return markup`<picture>${other}<img src="${url}" width="${width}" height="${height}" alt="${name}"></picture>`;
}
