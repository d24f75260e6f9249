import { RELEASE_FILE, type Release } from "@atrium/contract/service-worker";
import { FRAME, isOurs } from "./rules.ts";
import { scope } from "./scope.ts";

const DOCUMENTS = "atrium-document";
const ASSETS = "atrium-assets ";
/** All windows have the one document. */
const DOCUMENT = "/";
const BUILD = "/build";
/** Milliseconds after which a network that says nothing counts as away, where there is something kept. */
const PATIENCE = 5000;
/** Files of a release that are asked for at once. */
const AT_ONCE = 4;

/** The document from the network; what was kept of it when that is away. */
export async function answerDocument(request: Request, name = DOCUMENT): Promise<Response> {
  const documents = await caches.open(DOCUMENTS);
  const kept = await documents.match(name);
  try {
    const signal = kept ? AbortSignal.timeout(PATIENCE) : null;
    const response = await fetch(request, { signal });
    // A proxy in front of a server that is down answers so.
    if (kept && response.status >= 502) return kept;
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** A file that never changes: what is kept of it, else from the network. */
export async function answerAsset(request: Request, clientId: string): Promise<Response> {
  const client = await scope.clients.get(clientId);
  if (client && !isOurs(new URL(client.url).pathname)) return fetch(request);
  return (
    (await caches.match(request.url)) ?? (await fetchAndKeep(request.url, await currentCache()))
  );
}

/** Keeps all files of the server's release and its document; those of the release before stay for windows of it. */
export async function keepRelease(assets: string): Promise<void> {
  const answer = await fetch(RELEASE_FILE, { cache: "no-store" });
  if (!answer.ok) return;
  const { build, files } = (await answer.json()) as Release;
  const documents = await caches.open(DOCUMENTS);
  if ((await (await documents.match(BUILD))?.text()) === build) return;
  const document = await fetch(DOCUMENT, { cache: "no-store" });
  if (!document.ok) return;
  const name = ASSETS + build;
  const cache = await caches.open(name);
  const left = files.values();
  const keepLeft = async (): Promise<void> => {
    for (const file of left) {
      const url = assets + file;
      const old = await caches.match(url);
      if (old) await cache.put(url, old);
      // What the window itself asks for goes first.
      else await fetchAndKeep(url, cache, { priority: "low" });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepLeft));
  const frame = await fetch(FRAME, { cache: "no-store" });
  if (frame.ok) await documents.put(FRAME, frame);
  // Last, so that the document that is kept always finds its files.
  await documents.put(DOCUMENT, document);
  await documents.put(BUILD, new Response(build));
  await dropOlder(name);
}

/** The caches of releases in the order in which they came: all but this one and the one before it go. */
async function dropOlder(name: string): Promise<void> {
  const others = (await caches.keys()).filter((key) => key.startsWith(ASSETS) && key !== name);
  await Promise.all(others.slice(0, -1).map((key) => caches.delete(key)));
}

async function currentCache(): Promise<Cache> {
  const names = (await caches.keys()).filter((key) => key.startsWith(ASSETS));
  return caches.open(names.at(-1) ?? `${ASSETS}first`);
}

/** Asked for as a file that other origins may read, so that one of a CDN is kept with its true length. */
async function fetchAndKeep(
  url: string,
  cache: Cache,
  options: Pick<RequestInit, "priority"> = {},
): Promise<Response> {
  const response = await fetch(url, { mode: "cors", credentials: "omit", ...options });
  if (response.ok) await cache.put(url, response.clone());
  return response;
}
