import type { FastifyInstance } from "fastify";
import { refuse } from "../../engine/index.ts";
import { LOGO_PATH, type Accounts } from "../../features/accounts/index.ts";

const FOREVER = "public, max-age=31536000, immutable";
const HASH = /^[\da-f]{64}$/;

/** The organisation's logo for everyone, strangers on the sign-in page among them. Another one has another address. */
export function organisationLogoRoute(
  app: FastifyInstance,
  { look }: Pick<Accounts, "look">,
): void {
  app.get<{ Params: { hash: string } }>(`${LOGO_PATH}:hash`, async (request, reply) => {
    const { hash } = request.params;
    const logo = HASH.test(hash) ? await look.logo(hash) : null;
    if (logo === null) return refuse("notFound");
    return reply
      .type(logo.mediaType)
      .headers({
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "cache-control": FOREVER,
        etag: `"${hash}"`,
      })
      .send(logo.octets);
  });
}
