import type { FastifyRequest } from "fastify";
import type { SecretCookie } from "./cookie.ts";
import type { Identify } from "./identify.ts";
import { EMBEDDED_SESSION_TIME } from "./limits.ts";
import type { EmbeddedSession } from "./static/document.ts";

/**
 * Who is signed in, embedded in the document, so that a window need not ask before it shows anything. Where that is not
 * known for sure at once (the session is over, the connection open to others, the database slow), the window asks
 * `GET /api/session` as ever.
 */
export function createEmbeddedSession(
  identify: Identify,
  cookie: SecretCookie,
  takesSecrets: (request: FastifyRequest) => boolean,
): (request: FastifyRequest) => Promise<EmbeddedSession> {
  return async (request) => {
    if (!takesSecrets(request)) return undefined;
    if (cookie.read(request) === null) return null;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, EMBEDDED_SESSION_TIME, undefined);
    });
    const known = identify
      .anySession(request)
      .then((signedIn) => signedIn?.info)
      .catch(() => undefined);
    const session = await Promise.race([known, late]);
    clearTimeout(timer);
    return session;
  };
}
