import { WORKER_SCRIPT } from "@atrium/contract/service-worker";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../../engine/index.ts";
import type { HttpConfig } from "../config.ts";
import { assetPolicy } from "../headers.ts";
import { sendFile } from "./static-files.ts";

/** Takes the place of a worker that is to go: browsers ask for its script again with each window, and run this one. */
const FAREWELL = `addEventListener("install", (event) => event.waitUntil(skipWaiting()));
addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) if (name.startsWith("atrium-")) await caches.delete(name);
  await registration.unregister();
}
`;

/** The service worker's script, under the policy that holds for what it fetches; the kill switch where it is off. */
export function serviceWorkerRoute(
  app: FastifyInstance,
  { folder, config }: { folder: string; config: HttpConfig },
): void {
  app.get(WORKER_SCRIPT, async (request, reply) => {
    reply.header("content-security-policy", assetPolicy(config));
    if (config.serviceWorker === "off")
      return reply
        .type("text/javascript; charset=utf-8")
        .header("cache-control", "no-cache")
        .send(FAREWELL);
    if (!(await sendFile(request, reply, folder, WORKER_SCRIPT.slice(1)))) refuse("notFound");
    return reply;
  });
}
