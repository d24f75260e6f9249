import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import {
  ICONS,
  MAILTO_PATH,
  MANIFEST_PATH,
  SEARCH_PATH,
  SHARE_PATH,
} from "@atrium/contract/manifest";
import { ROOT } from "../../../platform/root.ts";
import type { Front } from "../front.ts";
import { languageOf, type Language } from "../language.ts";

const FOLDER = join(ROOT, "server/src/protocols/http/static/icons");
/** Of Atrium, where the organisation has no accent of its own. */
const ACCENT = "#3653d0";
/** Characters that a launcher has room for. */
const SHORT = 12;

/** The web app manifest, which names the organisation, and the icons of the installed app. */
export function manifestRoutes(app: FastifyInstance, front: () => Promise<Front>): void {
  app.get(MANIFEST_PATH, async (request, reply) => {
    const { look } = await front();
    const language = languageOf(request.headers["accept-language"]);
    return reply
      .type("application/manifest+json")
      .headers({ "cache-control": "no-cache", vary: "accept-language" })
      .send(Buffer.from(JSON.stringify(manifestOf(look, language))));
  });

  for (const { file } of ICONS)
    app.get(`/${file}`, async (_request, reply) =>
      reply
        .type("image/png")
        .header("cache-control", "public, max-age=86400")
        .send(await readFile(join(FOLDER, file))),
    );
}

const WORDS = {
  en: { write: "New message", search: "Search mail", addressBook: "Address book" },
  ko: { write: "메일 쓰기", search: "메일 검색", addressBook: "주소록" },
};

function manifestOf(look: Front["look"], language: Language): Readonly<Record<string, unknown>> {
  const name = look?.name ?? "Atrium";
  const { write, search, addressBook } = WORDS[language];
  return {
    id: "/",
    lang: language,
    name,
    short_name: name.length > SHORT ? "Atrium" : name,
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: look?.accent ?? ACCENT,
    background_color: "#ffffff",
    icons: ICONS.filter(({ purpose }) => purpose !== null).map(({ file, size, purpose }) => ({
      src: `/${file}`,
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose,
    })),
    protocol_handlers: [{ protocol: "mailto", url: `${MAILTO_PATH}?link=%s` }],
    share_target: {
      action: SHARE_PATH,
      method: "GET",
      enctype: "application/x-www-form-urlencoded",
      params: { title: "title", text: "text", url: "url" },
    },
    shortcuts: [
      { name: write, url: "/mail/write/" },
      { name: search, url: SEARCH_PATH },
      { name: addressBook, url: "/address-book" },
    ],
  };
}
