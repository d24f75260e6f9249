import { MAILTO_PATH } from "@atrium/contract/manifest";
import { href } from "@atrium/contract/href";
import { readMailto } from "@atrium/formats/mailto";
import type { FastifyInstance } from "fastify";
import { MAILTO_ADDRESSES, MAILTO_LENGTH } from "../limits.ts";

/**
 * Leads from a `mailto:` link to the window in which the message is written. Any page may lead there: only recipients, subject and
 * text are taken from it (RFC 6068 §4), and nothing is sent before the person does.
 */
export function mailtoRoute(app: FastifyInstance): void {
  app.get<{ Querystring: { link?: unknown } }>(MAILTO_PATH, (request, reply) => {
    const { link } = request.query;
    const { subject, body, ...fields } = readMailto(
      typeof link === "string" ? link.slice(0, MAILTO_LENGTH) : "",
    );
    const search = new URLSearchParams({ kind: "new" });
    for (const [name, addresses] of Object.entries(fields)) {
      const some = addresses.slice(0, MAILTO_ADDRESSES);
      if (some.length > 0) search.set(name, some.join(", "));
    }
    if (subject) search.set("subject", subject);
    if (body) search.set("body", body);
    return reply.redirect(href("/mail/write/", undefined, search), 302);
  });
}
