import type { FastifyReply, FastifyRequest } from "fastify";

const NAME = "atrium_session";
/** Browsers take this name only with Secure, Path=/ and no Domain: no other host can plant it. */
const HOST_NAME = `__Host-${NAME}`;

/** The session's token in the browser. */
export interface SessionCookie {
  read(request: FastifyRequest): string | null;
  write(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * @param isSecure whether the client reaches us over https.
 * @param maxAge seconds; the server may end the session earlier.
 */
export function sessionCookie(options: {
  isSecure: (request: FastifyRequest) => boolean;
  maxAge: number;
}): SessionCookie {
  const { isSecure, maxAge } = options;
  const nameOf = (request: FastifyRequest): string => (isSecure(request) ? HOST_NAME : NAME);
  const attributes = ({ request }: FastifyReply) =>
    ({ path: "/", httpOnly: true, sameSite: "lax", secure: isSecure(request) }) as const;
  return {
    read: (request) => request.cookies[nameOf(request)] ?? null,
    write: (reply, token) =>
      void reply.setCookie(nameOf(reply.request), token, { ...attributes(reply), maxAge }),
    clear: (reply) => void reply.clearCookie(nameOf(reply.request), attributes(reply)),
  };
}
