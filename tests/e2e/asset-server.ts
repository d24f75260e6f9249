import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export interface AssetServer {
  readonly origin: string;
  /** The folder's address, with a slash at its end. */
  readonly base: string;
  close(): Promise<void>;
}

/** A server of static files on an origin of its own, as a content delivery network is: CORS, nothing else. */
export async function startAssetServer(folder: string, prefix: string): Promise<AssetServer> {
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url!, "http://x");
    const answer = async (): Promise<void> => {
      reply.setHeader("access-control-allow-origin", "*");
      try {
        if (!pathname.startsWith(prefix)) throw new Error("not below the prefix");
        const file = normalize(`/${pathname.slice(prefix.length)}`);
        const body = await readFile(join(folder, file));
        reply.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
        reply.end(body);
      } catch {
        reply.writeHead(404).end();
      }
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    base: origin + prefix,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
