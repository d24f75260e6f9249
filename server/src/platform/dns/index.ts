import { getServers, type MxRecord } from "node:dns";
import { createGate } from "../gate.ts";
import { parseAnswer, type ParsedAnswer } from "./answer.ts";
import { ask, dnsError, type NameServerAddress } from "./client.ts";
import { createMemory } from "./memory.ts";
import { reverseName } from "./reverse-name.ts";

export { reverseName } from "./reverse-name.ts";

/** What is asked for in DNS. Each rejects with an error whose `code` is one of `node:dns`: ENOTFOUND, ENODATA, ETIMEOUT, ESERVFAIL … */
export interface Resolver {
  /** Each record with its strings. */
  resolveTxt(name: string): Promise<string[][]>;
  /** Not sorted; RFC 7505's null MX is one with the exchange "". */
  resolveMx(name: string): Promise<MxRecord[]>;
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  /** The names of an address (PTR). */
  reverse(address: string): Promise<string[]>;
  /** The same by type, for libraries that take a function; the records' shapes are those above. */
  readonly lookup: (name: string, type: string) => Promise<unknown[]>;
}

const TYPES = ["A", "AAAA", "TXT", "MX", "NS", "CNAME", "PTR"] as const;
type RecordType = (typeof TYPES)[number];

/** Whether a question failed because there is no such name or no such record: an answer that will not change soon. */
export function isMissing(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === "ENOTFOUND" || code === "ENODATA";
}

export interface ResolverOptions {
  /** The name server to ask; the system's ones when null. */
  readonly server: NameServerAddress | null;
  /** How long one try waits for an answer, in milliseconds. */
  readonly timeout?: number;
  /** Whether answers are remembered for as long as they say; so by default. */
  readonly remember?: boolean;
}

const TIMEOUT = 1500;
/** One server is asked twice, several are asked in turn. */
const TRIES = 2;
const MAX_TRIES = 3;
const MAX_REMEMBERED = 10_000;
/** Seconds. Even what a zone says for a week may be wrong tomorrow. */
const LONGEST_LIFETIME = 3600;
/** Seconds. RFC 9520 §3.2: a failure is remembered too, or those who wait would make it worse. */
const FAILURE_LIFETIME = 1;
const MAX_AT_ONCE = 256;

/**
 * Asks one name server, or the system's. It has its own client, since that of `node:dns` refuses names that are no host
 * names (SPF's macros make them) and returns no times to live.
 */
export function createResolver(options: ResolverOptions): Resolver {
  const { server, timeout = TIMEOUT, remember = true } = options;
  const gate = createGate(MAX_AT_ONCE);
  const memory = createMemory<ParsedAnswer>(MAX_REMEMBERED, (parsed) => {
    if (!remember) return 0;
    return Math.min(LONGEST_LIFETIME, parsed?.ttl ?? FAILURE_LIFETIME);
  });

  async function askAround(name: string, type: RecordType): Promise<ParsedAnswer> {
    const question = { name, type };
    const servers = server === null ? getServers().map(addressOf) : [server];
    const tries = Math.min(MAX_TRIES, Math.max(TRIES, servers.length));
    let failure: unknown = dnsError("ECONNREFUSED", question);
    for (let turn = 0; turn < tries && servers.length > 0; turn++) {
      try {
        const packet = await ask(servers[turn % servers.length]!, question, timeout);
        return parseAnswer(packet, question);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  async function lookup(name: string, type: string): Promise<unknown[]> {
    const plain = name.replace(/\.$/, "");
    const known = TYPES.find((one) => one === type);
    if (known === undefined) throw dnsError("ENOTIMP", { name, type: "NULL" });
    if (!isName(plain)) throw dnsError("EBADNAME", { name, type: known });
    const { found, missing } = await memory.get(`${known} ${plain.toLowerCase()}`, () =>
      gate.run(1, () => askAround(plain, known)),
    );
    if (missing !== undefined) throw missing;
    // Copies: a list that one caller sorts or shortens must stay whole for the next.
    return structuredClone([...found]);
  }

  return {
    lookup,
    resolveTxt: async (name) => (await lookup(name, "TXT")) as string[][],
    resolveMx: async (name) => (await lookup(name, "MX")) as MxRecord[],
    resolve4: async (name) => (await lookup(name, "A")) as string[],
    resolve6: async (name) => (await lookup(name, "AAAA")) as string[],
    reverse: async (address) => (await lookup(reverseName(address), "PTR")) as string[],
  };
}

/** RFC 1035 §2.3.4; any byte may be in a label (RFC 2181 §11). */
function isName(name: string): boolean {
  return (
    Buffer.byteLength(name) <= 253 &&
    name.split(".").every((label) => label !== "" && Buffer.byteLength(label) <= 63)
  );
}

/** As the system has them written: `192.0.2.1`, `2001:db8::1`, `192.0.2.1:5353`, `[2001:db8::1]:5353`. */
function addressOf(text: string): NameServerAddress {
  const [, bracketed, plain, port] =
    /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(text) ?? ([] as undefined[]);
  return { address: bracketed ?? plain ?? text, port: Number(port ?? 53) };
}
