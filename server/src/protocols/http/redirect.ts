import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Log } from "../../platform/log/index.ts";
import { createSmallServer, type SmallServer } from "../small-server.ts";

/** RFC 8555 §8.3; tokens are base64url. */
const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/;

const PLAIN_TEXT = { "content-type": "text/plain; charset=utf-8" };

/** Secrets travel there, of programs that would follow a redirect each time and notice nothing. */
const isForPrograms = (location: string): boolean =>
  /^\/(api\/|jmap\/|\.well-known\/jmap)/.test(new URL(location).pathname);

/** The port of plain HTTP beside HTTPS: it leads browsers over, and answers the challenges of certificate authorities. */
export function createRedirectServer(options: {
  readonly publicUrl: string | null;
  readonly httpsPort: number;
  /** The webroot into which an ACME client writes `.well-known/acme-challenge/TOKEN`. */
  readonly acmeFolder: string;
  readonly log: Log;
}): SmallServer {
  const { publicUrl, httpsPort, acmeFolder, log } = options;

  /** Where the same thing is over HTTPS; `null` for a request that names no host. */
  function target({ headers, url = "/" }: IncomingMessage): string | null {
    if (publicUrl !== null) return new URL(publicUrl).origin + pathOf(url);
    const base = `https://${headers.host ?? ""}`;
    if (!URL.canParse(base)) return null;
    const { hostname } = new URL(base);
    return `https://${hostname}${httpsPort === 443 ? "" : `:${httpsPort}`}${pathOf(url)}`;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token] = CHALLENGE.exec(request.url ?? "") ?? [];
    if (token !== undefined) {
      const path = join(acmeFolder, ".well-known/acme-challenge", token);
      const proof = await readFile(path).catch(() => null);
      response.writeHead(proof === null ? 404 : 200, PLAIN_TEXT).end(proof);
      return;
    }
    const location = target(request);
    if (location === null) response.writeHead(400).end();
    // A program that asks in the clear, or what changes something, is not led on unseen: that client has to be fixed.
    else if ((request.method === "GET" || request.method === "HEAD") && !isForPrograms(location))
      response.writeHead(308, { location }).end();
    else response.writeHead(403, PLAIN_TEXT).end("Use HTTPS.\n");
  }

  return createSmallServer(answer, log);
}

/** Also `http://host/path` as a request line is a path to us, and `//host` is not another host. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url.replace(/^\/+/, "/"), "http://host.invalid");
  return pathname + search;
}
