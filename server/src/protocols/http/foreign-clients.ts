import type { FastifyReply, FastifyRequest } from "fastify";

/** Seconds for which a browser remembers that it may ask. */
const MAX_AGE = 86_400;

/**
 * CORS for web clients of other origins, where the configuration names them: JMAP alone, and by a token alone. A cookie
 * that a browser sends along is not looked at, so that such a page never acts for a user who is only signed in here.
 * Answers whether the request is one of them.
 */
export function letInForeign(
  request: FastifyRequest,
  reply: FastifyReply,
  origins: readonly string[] | null | undefined,
): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !isJmap(request.url) || origins?.includes(origin) !== true)
    return false;
  delete request.headers.cookie;
  reply.headers({
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "retry-after, x-request-id",
    "cross-origin-resource-policy": "cross-origin",
    vary: "origin",
  });
  return true;
}

const isJmap = (url: string): boolean => /^\/(jmap\/|\.well-known\/jmap$)/.test(url);

/** Whether a browser asks if it may send a request (a preflight). */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      "access-control-allow-methods": "GET, HEAD, POST",
      "access-control-allow-headers":
        "authorization, content-type, if-none-match, last-event-id, range",
      "access-control-max-age": MAX_AGE,
    })
    .send();
}
