import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { refuse } from "../../../engine/index.ts";
import { accepts } from "../accepts.ts";
import { extensionOf, FILE_TYPES } from "./file-types.ts";

/** Names of a build: no dot in front, nothing that a file system reads specially. So no path leaves its folder. */
const SEGMENT = /^[\w@~+-][\w.@~+-]*$/;
/** `index.3f9a1c07.js`: its name changes with its content. */
const HASHED = /\.[\w-]{8,}\.\w+$/;

const YEAR = 31_536_000;
const FOREVER = `public, max-age=${YEAR}, immutable`;

/** Compressed twins that the build puts beside a file, the smaller first. */
const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** Serves the files of a build's folder below a prefix, also to pages of other origins. */
export function serveFolder(
  app: FastifyInstance,
  {
    prefix,
    folder,
    policy,
    isOpen = async () => true,
  }: {
    readonly prefix: string;
    readonly folder: string;
    readonly policy: string;
    /** Whether anything of it is served by now. */
    readonly isOpen?: () => Promise<boolean>;
  },
): void {
  app.get(`${prefix}*`, async (request, reply) => {
    const path = (request.params as { "*": string })["*"];
    reply.headers({
      "content-security-policy": policy,
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    if (!(await isOpen())) refuse("forbidden", "switched off");
    if (!(await sendFile(request, reply, folder, path))) {
      if ((await stat(folder).catch(() => null)) === null)
        refuse("unavailable", "the web applications are not built yet");
      refuse("notFound");
    }
    return reply;
  });
}

/** Sends a file of a folder; false when there is none of that name. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
  path: string,
): Promise<boolean> {
  if (!path.split("/").every((segment) => SEGMENT.test(segment))) return false;
  const type = FILE_TYPES[extensionOf(path)];
  if (type === undefined) return false;
  const full = join(folder, path);
  const found = await stat(full).catch(() => null);
  if (found === null || !found.isFile()) return false;

  const etag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`;
  reply.headers({
    "content-type": type,
    "cache-control": HASHED.test(path) ? FOREVER : "no-cache",
    etag,
    vary: "accept-encoding",
  });
  if (request.headers["if-none-match"]?.includes(etag)) {
    reply.code(304).send();
    return true;
  }
  const body = await smallest(full, found.size, request.headers["accept-encoding"]);
  if (body.encoding !== undefined) reply.header("content-encoding", body.encoding);
  reply.header("content-length", body.size);
  reply.send(request.method === "HEAD" ? Readable.from([]) : createReadStream(body.path));
  return true;
}

async function smallest(
  path: string,
  size: number,
  accepted: string | undefined,
): Promise<{ path: string; size: number; encoding?: string }> {
  for (const [encoding, suffix] of ENCODINGS) {
    if (!accepts(accepted, encoding)) continue;
    const twin = await stat(path + suffix).catch(() => null);
    if (twin?.isFile()) return { path: path + suffix, size: twin.size, encoding };
  }
  return { path, size };
}
