import type { FastifyReply, FastifyRequest } from "fastify";
import { fileLinkPath } from "@atrium/contract/share-file";
import type { OpenLink } from "../../../features/drive/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import { PASSWORD_KEPT } from "../limits.ts";

const PURPOSE = "file-link";
const NAME = "atrium_link";

/** That someone has entered the password of a link: for some minutes, in that browser, on the pages of that link alone. */
export function createCredential(options: {
  readonly secrets: Pick<Secrets, "sign" | "verify">;
  readonly clock: Clock;
  readonly isSecure: (request: FastifyRequest) => boolean;
}) {
  const { secrets, clock, isSecure } = options;
  /** Another password makes it worth nothing. */
  const signed = ({ id, passwordHash }: OpenLink, until: string): string =>
    `${id} ${until} ${passwordHash}`;
  const nameOf = (request: FastifyRequest): string =>
    isSecure(request) ? `__Secure-${NAME}` : NAME;

  return {
    isShown(request: FastifyRequest, link: OpenLink): boolean {
      const [until = "", signature = ""] = (request.cookies[nameOf(request)] ?? "").split(".");
      const left = Number(until) - clock.now().getTime();
      return (
        left > 0 && left <= PASSWORD_KEPT && secrets.verify(PURPOSE, signed(link, until), signature)
      );
    },

    give(reply: FastifyReply, link: OpenLink, token: string): void {
      const until = String(clock.now().getTime() + PASSWORD_KEPT);
      void reply.setCookie(
        nameOf(reply.request),
        `${until}.${secrets.sign(PURPOSE, signed(link, until))}`,
        {
          path: fileLinkPath(token),
          httpOnly: true,
          sameSite: "strict",
          secure: isSecure(reply.request),
          maxAge: PASSWORD_KEPT / 1000,
        },
      );
    },
  };
}
