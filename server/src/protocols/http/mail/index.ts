import { api } from "@atrium/contract/api/index";
import { z } from "zod";
import { refuse, type Engine } from "../../../engine/index.ts";
import { createPictureProxy, unsubscribe } from "../../../features/mail/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { OutboundHttp } from "../../../platform/outbound-http/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import type { HttpServer } from "../index.ts";
import { ACCOUNT_REFUSALS } from "../../../features/accounts/index.ts";

const ID = z.string().min(1).max(255);
const MOST_ADDRESSES = 200;
const LONGEST_ADDRESS = 4096;

/** In which a browser shows the same picture again without asking. */
const CACHING = "private, max-age=3600, immutable";

/** What reading mail needs besides JMAP: pictures of other servers, and leaving lists. */
export function registerMailRoutes(
  server: HttpServer,
  options: {
    readonly engine: Engine;
    readonly outboundHttp: OutboundHttp;
    readonly secrets: Secrets;
    readonly clock: Clock;
  },
): void {
  const { app, identify, route } = server;
  const proxy = createPictureProxy(options);

  route(api.mail.pictures, {
    access: "signed-in",
    proof: "none",
    body: z.object({
      accountId: ID,
      emailId: ID,
      urls: z.array(z.string().min(1).max(LONGEST_ADDRESS)).max(MOST_ADDRESSES),
    }),
    async handle({ body: { urls, ...mail }, signedIn }) {
      const tickets = await proxy.permit(signedIn, mail, urls);
      const addresses = [...tickets].map(([url, { until, signature }]) => [
        url,
        `/image-proxy/${until}/${signature}?url=${encodeURIComponent(url)}`,
      ]);
      return { addresses: Object.fromEntries(addresses) as Record<string, string> };
    },
  });

  route(api.mail.unsubscribe, {
    access: "signed-in",
    proof: "none",
    body: z.object({ accountId: ID, emailId: ID }),
    handle: ({ body, signedIn }) => unsubscribe(options, signedIn.actor, body),
  });

  app.get<{
    Params: { until: string; signature: string };
    Querystring: { url?: string | string[] };
  }>("/image-proxy/:until/:signature", async (request, reply) => {
    const signedIn = await identify.session(request);
    if (signedIn === null) return refuse(ACCOUNT_REFUSALS.notSignedIn);
    const { url } = request.query;
    if (typeof url !== "string") return refuse("badRequest");
    const closed = new AbortController();
    reply.raw.once("close", () => closed.abort());
    const { type, bytes } = await proxy.fetch(
      signedIn,
      { ...request.params, address: url },
      closed.signal,
    );
    return reply
      .type(type)
      .headers({
        // Whatever the octets are, they run nowhere, and opened alone they are saved.
        "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "content-disposition": "attachment",
        "cache-control": CACHING,
      })
      .send(bytes);
  });
}
