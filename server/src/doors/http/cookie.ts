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

/** @param maxAge seconds; the server may end the session earlier. */
export function sessionCookie({
  secure,
  maxAge,
}: {
  secure: boolean;
  maxAge: number;
}): SessionCookie {
  const name = secure ? HOST_NAME : NAME;
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return {
    read: (request) => request.cookies[name] ?? null,
    write: (reply, token) => void reply.setCookie(name, token, { ...attributes, maxAge }),
    clear: (reply) => void reply.clearCookie(name, attributes),
  };
}
