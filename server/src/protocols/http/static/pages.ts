import { APPLICATIONS } from "@atrium/contract/applications";
import { isPublicPath, selectApp, SERVER_PREFIXES } from "@atrium/contract/routes";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../../../engine/index.ts";
import type { HttpConfig } from "../config.ts";
import type { Front } from "../front.ts";
import { documentPolicy, mailFramePolicy, pathOf } from "../headers.ts";
import { createDocument, type EmbeddedSession } from "./document.ts";
import { publicOrigin } from "../origin.ts";
import { sendCompressed } from "../send-compressed.ts";
import { extensionOf, FILE_TYPES } from "./file-types.ts";
import { sendFile } from "./static-files.ts";

/** Search engines may read what is published and nothing else. */
const ROBOTS = "User-agent: *\nDisallow: /\nAllow: /share/pages/\nAllow: /help/\n";

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Atrium</title></head>
<body><h1>Atrium is not built yet</h1>
<p>The server is running, but the web applications are missing. <code>npm start</code> builds them.</p></body>
</html>
`;

/** The reader writes cleaned mail into this document; see its policy. */
const MAIL_FRAME = `<!doctype html>
<html><head><meta charset="utf-8"><title></title></head><body></body></html>
`;

/** The HTML document for every page, and the few files that live at the root. */
export function pageRoutes(
  app: FastifyInstance,
  options: {
    readonly folder: string;
    readonly config: HttpConfig;
    /** Who is signed in, for a page that would ask first of all. */
    readonly session: (request: FastifyRequest) => Promise<EmbeddedSession>;
    /** What every page says of the organisation. */
    readonly front: () => Promise<Front>;
  },
): void {
  const { folder, config, session, front } = options;
  const document = createDocument(folder, config);
  const policiesOf = (config: HttpConfig): ReadonlyMap<string, string> =>
    new Map(Object.entries(APPLICATIONS).map(([app, one]) => [app, documentPolicy(config, one)]));
  const policies = policiesOf(config);
  // Where drive is switched off, nothing may come from its origin.
  const withoutDrive = policiesOf({ ...config, driveUrl: null });

  app.get("/robots.txt", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", "max-age=86400").send(ROBOTS),
  );

  app.get("/frame/mail", (request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .headers({
        "content-security-policy": mailFramePolicy(publicOrigin(request, config.publicUrl)),
        "cache-control": "max-age=3600",
      })
      .send(MAIL_FRAME),
  );

  app.get("/*", async (request, reply) => {
    const path = pathOf(request.url);
    if (SERVER_PREFIXES.some((prefix) => path.startsWith(prefix))) refuse("notFound");
    if (isFile(path, request)) {
      if (!(await sendFile(request, reply, folder, path.slice(1)))) refuse("notFound");
      return reply;
    }
    const [known, now] = await Promise.all([
      asksWho(path, request) ? session(request) : undefined,
      front(),
    ]);
    const text = await document(known, now);
    reply
      .type("text/html; charset=utf-8")
      .header(
        "content-security-policy",
        (now.drive === null ? withoutDrive : policies).get(selectApp(path))!,
      );
    if (text === null) return reply.code(503).header("retry-after", "5").send(NOT_BUILT);
    return sendCompressed(reply.header("vary", "accept-encoding"), Buffer.from(text));
  });
}

/** Whether a window opens for a signed-in user. What a worker keeps for hours without network names nobody. */
function asksWho(path: string, { headers }: FastifyRequest): boolean {
  return !isPublicPath(path) && headers["sec-fetch-dest"] === "document";
}

/** Whether a path asks for a file rather than a page: `/favicon.ico`, or an image or script that nobody navigates to. */
function isFile(path: string, request: FastifyRequest): boolean {
  if (!Object.hasOwn(FILE_TYPES, extensionOf(path))) return false;
  const isAtRoot = path.lastIndexOf("/") === 0;
  return isAtRoot || !request.headers.accept?.includes("text/html");
}
