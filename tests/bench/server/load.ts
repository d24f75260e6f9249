import { Agent, request } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { figuresOf, type Figures } from "../figures.ts";
import { lessCpu, type Cpu } from "./cpu.ts";

export type Call = readonly [name: string, args: object, id: string];
export type Answer = readonly [name: string, answer: Readonly<Record<string, unknown>>, id: string];

/** A window of a user's browser: one connection that is kept, and their cookie. */
export interface Client {
  /** Throws unless every call succeeds. */
  send(calls: readonly Call[]): Promise<readonly Answer[]>;
  close(): void;
}

const USING = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"];

export function createClient(url: string, cookie: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (body: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = {
        cookie,
        origin: url,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "accept-encoding": "gzip, deflate, br, zstd",
      };
      const sent = request(`${url}/jmap/api`, { method: "POST", agent, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on("data", (piece: Buffer) => pieces.push(piece));
        answer.on("error", reject);
        answer.on("end", () => {
          const text = String(unpacked(Buffer.concat(pieces), answer.headers["content-encoding"]));
          if (answer.statusCode === 200) resolve(text);
          else reject(new Error(`${answer.statusCode}: ${text}`));
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  return {
    async send(calls) {
      const text = await post(JSON.stringify({ using: USING, methodCalls: calls }));
      const { methodResponses } = JSON.parse(text) as { methodResponses: Answer[] };
      const failed = methodResponses.find(
        ([name, answer]) => name === "error" || answer["notUpdated"] != null,
      );
      if (failed) throw new Error(JSON.stringify(failed));
      return methodResponses;
    },
    close: () => agent.destroy(),
  };
}

function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined) return bytes;
  if (encoding === "zstd") return zstdDecompressSync(bytes);
  return encoding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}

/** How something is asked for in turn: the n-th request of all. */
export type Ask = (client: Client, turn: number) => Promise<void>;

/** What one kind of request costs. Times in milliseconds. */
export interface Cost {
  readonly name: string;
  /** One client, one request after another. */
  readonly alone: Figures | null;
  /** Many clients at once, each with one request after another. */
  readonly crowd: Figures | null;
  readonly perSecond: number;
  /** For one request: of the crowd's, if there was one. */
  readonly cpu: Cpu;
  /** So many requests `cpu` is the mean of. */
  readonly requests: number;
}

export interface Effort {
  /** Before anything counts: caches, the compiler, the plans of every connection to the database. */
  readonly warming: number;
  readonly alone: number;
  readonly crowd: number;
  /** A phase ends after so many milliseconds, whatever its number. */
  readonly patience: number;
}

/** Measures one kind of request. Whatever fails ends it. */
export async function costOf(
  { clients, cpu }: { readonly clients: readonly Client[]; readonly cpu: () => Cpu },
  name: string,
  ask: Ask,
  { warming, alone, crowd, patience }: Effort,
): Promise<Cost> {
  let turn = 0;
  const phase = async (who: readonly Client[], count: number) => {
    const times: number[] = [];
    let left = count;
    const before = cpu();
    const started = performance.now();
    await Promise.all(
      who.map(async (client) => {
        while (left > 0 && performance.now() - started < patience) {
          left -= 1;
          const begun = performance.now();
          await ask(client, turn++);
          times.push(performance.now() - begun);
        }
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    const used = lessCpu(cpu(), before);
    return {
      figures: figuresOf(times),
      perSecond: times.length / seconds,
      cpu: { server: used.server / times.length, postgres: used.postgres / times.length },
    };
  };
  if (warming > 0) await phase(crowd > 0 ? clients : clients.slice(0, 1), warming);
  const one = await phase(clients.slice(0, 1), alone);
  const all = crowd > 0 ? await phase(clients, crowd) : null;
  const { perSecond, cpu: used, figures } = all ?? one;
  return {
    name,
    alone: one.figures,
    crowd: all && all.figures,
    perSecond,
    cpu: used,
    requests: figures.runs,
  };
}
