import type { LoadErrorCode } from "@atrium/contract/errors";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

/** What a fault does to an answer. Returning bytes sends those; returning nothing means that it answered itself, or never will. */
type Fault = (
  reply: ServerResponse,
  body: Buffer,
) => Promise<Buffer | string | undefined> | Buffer | string | undefined;

interface Case {
  /** The file below the remote's folder that it strikes. */
  readonly file: RegExp;
  readonly fault: Fault;
  /** What the host calls it; absent where drive comes all the same. */
  readonly code?: LoadErrorCode;
  /** The failure shows only when a time limit is over. */
  readonly hangs?: true;
  /** What the browser raises by itself. */
  readonly raises?: RegExp;
  /** Drive comes, but seconds later. */
  readonly late?: true;
}

const MANIFEST = /^mf-manifest\.json$/;
const ENTRY = /^remoteEntry\.js$/;
const EXPOSE = /__federation_expose_/;

const status =
  (code: number): Fault =>
  (reply) => {
    reply.statusCode = code;
    return `${code}`;
  };
const instead =
  (text: string): Fault =>
  () =>
    text;
const hang: Fault = () => undefined;
const late: Fault = async (_reply, body) => {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  return body;
};
/** The real entry script, with something done to the container that it defines. */
const wrapped =
  (script: string): Fault =>
  (_reply, body) =>
    `${body.toString()}\n;${script}`;

/** The entry script of a remote whose module asks for a library in a way that federation refuses. */
const asking = (call: string): Fault =>
  wrapped(
    `atrium_drive = { init: atrium_drive.init, get: async () =>
       __FEDERATION__.__INSTANCES__.find(({ name }) => name === "drive").${call} };`,
  );

/** What the host calls it when a file of the program does not load. */
export const SCRIPT = /\/assets\/[^/]*\.js$/;
export const PROGRAM_FILES = [
  ["a script", SCRIPT, "CHUNK-001"],
  ["a stylesheet", /\/assets\/[^/]*\.css$/, "STYLE-001"],
] as const satisfies readonly (readonly [string, RegExp, LoadErrorCode])[];

/** What the host calls it when the organisation wants no drive, or another version of it; `organisation.test.ts` raises them. */
export const DECIDED = {
  off: "REMOTE-001",
  pinned: "REMOTE-002",
} as const satisfies Readonly<Record<string, LoadErrorCode>>;

/** Every way for a remote to be away, broken, late or silent; each is served below a folder of its name. */
export const CASES: Readonly<Record<string, Case>> = {
  up: { file: /^$/, fault: hang },
  "manifest 404": { file: MANIFEST, fault: status(404), code: "RUNTIME-003" },
  "manifest 500": { file: MANIFEST, fault: status(500), code: "RUNTIME-003" },
  "manifest is garbage": { file: MANIFEST, fault: instead("{ not json"), code: "RUNTIME-003" },
  "manifest is a web page": {
    file: MANIFEST,
    fault: instead("<!doctype html><title>Sign in</title>"),
    code: "RUNTIME-003",
  },
  "manifest is empty": { file: MANIFEST, fault: instead("{}"), code: "RUNTIME-003" },
  "connection is cut": {
    file: MANIFEST,
    fault: (reply) => {
      reply.destroy();
      return undefined;
    },
    code: "RUNTIME-003",
  },
  "entry 404": { file: ENTRY, fault: status(404), code: "RUNTIME-008" },
  "entry does not parse": {
    file: ENTRY,
    fault: instead("var atrium_drive = {"),
    code: "RUNTIME-008",
    raises: /SyntaxError/,
  },
  "entry sets no global": { file: ENTRY, fault: instead("void 0;"), code: "RUNTIME-008" },
  "entry without init": {
    file: ENTRY,
    fault: instead("var atrium_drive = { get() {} };"),
    code: "RUNTIME-002",
  },
  "init throws": {
    file: ENTRY,
    fault: wrapped(
      'atrium_drive = { get: atrium_drive.get, init() { throw new Error("init throws"); } };',
    ),
    code: "RUNTIME-002",
  },
  "init rejects": {
    file: ENTRY,
    fault: wrapped(
      'atrium_drive = { get: atrium_drive.get, init: async () => { throw new Error("rejects"); } };',
    ),
    code: "RUNTIME-002",
  },
  "module is not exposed": {
    file: ENTRY,
    fault: wrapped(
      `atrium_drive = { init: atrium_drive.init, get: async (name) => {
         throw new Error('Module "' + name + '" does not exist in container.'); } };`,
    ),
    code: "BUILD-001",
  },
  "module has a library built in that is still on its way": {
    file: ENTRY,
    fault: asking('loadShareSync("@atrium/dnd", { from: "build" })'),
    code: "RUNTIME-005",
  },
  "module asks for a library at once that is still on its way": {
    file: ENTRY,
    fault: asking('loadShareSync("@atrium/dnd")'),
    code: "RUNTIME-006",
  },
  "exposed chunk 404": { file: EXPOSE, fault: status(404), code: "CHUNK-001" },
  "manifest late": { file: MANIFEST, fault: late, late: true },
  "entry late": { file: ENTRY, fault: late, late: true },
  "manifest hangs": { file: MANIFEST, fault: hang, code: "RUNTIME-003", hangs: true },
  "entry hangs": { file: ENTRY, fault: hang, code: "RUNTIME-008", hangs: true },
  "init hangs": {
    file: ENTRY,
    fault: wrapped("atrium_drive = { get: atrium_drive.get, init: () => new Promise(() => {}) };"),
    code: "RUNTIME-002",
    hangs: true,
  },
  "exposed chunk hangs": { file: EXPOSE, fault: hang, code: "CHUNK-001", hangs: true },
};

export interface FaultServer {
  readonly origin: string;
  /** The folder, with a slash at its end, in which a case's remote is served. */
  folder(name: string): string;
  /** From now on the case's folder serves a remote that is whole; what hung is cut. */
  recover(name: string): void;
  close(): Promise<void>;
}

const TYPES: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

/** Serves a built remote once per case, each with its fault. `port` 0 takes a free one. */
export async function startFaultServer(files: string, port = 0): Promise<FaultServer> {
  const recovered = new Set<string>();
  const hanging = new Map<string, Set<ServerResponse>>();

  const server = createServer((request, reply) => {
    void answer(decodeURIComponent(new URL(request.url!, "http://x").pathname), reply);
  });

  async function answer(path: string, reply: ServerResponse): Promise<void> {
    const [, name = "", ...rest] = path.split("/");
    const file = rest.join("/");
    const found = CASES[name];
    const body = await readFile(join(files, normalize(`/${file}`))).catch(() => undefined);
    reply.setHeader("access-control-allow-origin", "*");
    if (!found || !body) {
      reply.writeHead(404).end();
      return;
    }
    reply.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream");
    reply.setHeader("cache-control", "no-cache");
    if (recovered.has(name) || !found.file.test(file)) {
      reply.end(body);
      return;
    }
    const struck = await found.fault(reply, body);
    if (struck === undefined) remember(name, reply);
    else reply.end(struck);
  }

  function remember(name: string, reply: ServerResponse): void {
    const open = hanging.get(name) ?? new Set();
    hanging.set(name, open.add(reply));
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    folder: (name) => `${origin}/${encodeURIComponent(name)}/`,
    recover(name) {
      recovered.add(name);
      for (const reply of hanging.get(name) ?? []) reply.destroy();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
