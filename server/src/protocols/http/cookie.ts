import type { FastifyReply, FastifyRequest } from "fastify";

/** A secret of ours in the browser, such as the session's token. */
export interface SecretCookie {
  read(request: FastifyRequest): string | null;
  write(reply: FastifyReply, secret: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * @param isSecure whether the client reaches us over https. The name has a prefix then, which browsers take only with
 * Secure, Path=/ and no Domain: no other host can plant it.
 * @param maxAge seconds; what it stands for may end earlier.
 */
export function secretCookie(options: {
  name: string;
  isSecure: (request: FastifyRequest) => boolean;
  maxAge: number;
}): SecretCookie {
  const { name, isSecure, maxAge } = options;
  const nameOf = (request: FastifyRequest): string => (isSecure(request) ? `__Host-${name}` : name);
  const attributes = ({ request }: FastifyReply) =>
    ({ path: "/", httpOnly: true, sameSite: "lax", secure: isSecure(request) }) as const;
  return {
    read: (request) => request.cookies[nameOf(request)] ?? null,
    write: (reply, secret) =>
      void reply.setCookie(nameOf(reply.request), secret, { ...attributes(reply), maxAge }),
    clear: (reply) => void reply.clearCookie(nameOf(reply.request), attributes(reply)),
  };
}
