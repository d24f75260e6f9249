import { SHARE_PATH } from "@atrium/contract/manifest";
import { href } from "@atrium/contract/href";
import type { FastifyInstance } from "fastify";
import { MAILTO_LENGTH } from "../limits.ts";

interface Shared {
  readonly title?: unknown;
  readonly text?: unknown;
  readonly url?: unknown;
}

/**
 * Leads from what another app shares with the installed one (Web Share Target) to the window in which a message is written. Any page
 * may lead there: it names no recipients, and nothing is sent before the person does.
 */
export function shareTargetRoute(app: FastifyInstance): void {
  app.get<{ Querystring: Shared }>(SHARE_PATH, (request, reply) => {
    const { title, text, url } = request.query;
    const subject = partOf(title).replaceAll(/\s+/g, " ").trim();
    const words = partOf(text).trim();
    const link = partOf(url).trim();
    // Many apps share a link as text, too.
    const body = [words, words.includes(link) ? "" : link].filter((part) => part !== "");
    const search = new URLSearchParams({ kind: "new" });
    if (subject !== "") search.set("subject", subject);
    if (body.length > 0) search.set("body", body.join("\n\n"));
    return reply.redirect(href("/mail/write/", undefined, search), 302);
  });
}

const partOf = (value: unknown): string =>
  typeof value === "string" ? value.slice(0, MAILTO_LENGTH) : "";
