import { promises as dns, type MxRecord } from "node:dns";
import { isIPv6 } from "node:net";
import { createMemory } from "./memory.ts";

/** What is asked for in DNS. Each rejects with an error whose `code` is one of `node:dns`: ENOTFOUND, ENODATA, ETIMEOUT, ESERVFAIL … */
export interface Resolver {
  /** Each record with its strings. */
  resolveTxt(name: string): Promise<string[][]>;
  /** Not sorted; RFC 7505's null MX is one with the exchange "". */
  resolveMx(name: string): Promise<MxRecord[]>;
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  resolveNs(name: string): Promise<string[]>;
  resolveCname(name: string): Promise<string[]>;
  /** The names of an address (PTR). */
  reverse(address: string): Promise<string[]>;
  /** The same by type, as libraries ask that take a function. */
  readonly lookup: Lookup;
}

export type Lookup = {
  (name: string, type: "TXT"): Promise<string[][]>;
  (name: string, type: "MX"): Promise<MxRecord[]>;
  (name: string, type: LookupType): Promise<unknown[]>;
};

const TYPES = ["A", "AAAA", "TXT", "MX", "NS", "CNAME", "PTR"] as const;
export type LookupType = (typeof TYPES)[number];

/** Whether a question failed because there is no such name or no such record: an answer that will not change soon. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOTFOUND" || code === "ENODATA";
}

export interface ResolverOptions {
  /** The name server to ask; the system's ones when null. */
  readonly server: { readonly address: string; readonly port: number } | null;
  /** How long one try waits for an answer, in milliseconds; there are two tries. */
  readonly timeout?: number;
  /** How long what was heard is remembered, in milliseconds; 0 for not at all. */
  readonly remember?: number;
}

const TIMEOUT = 1500;
const TRIES = 2;
/**
 * `node:dns` tells no times to live but of addresses. Half a minute is shorter than what zones that move give, and it
 * spares a server that gets a hundred mails from one domain nearly all its questions.
 */
const REMEMBER = 30_000;
/** "There is no such thing" is forgotten sooner: it may be somebody's zone in the making. */
const REMEMBER_NOTHING = 10_000;
/** A server that does not answer is asked again after a while, and not once for each mail in between. */
const REMEMBER_FAILURE = 2_000;
const MAX_REMEMBERED = 10_000;

/** Asks one name server, or the system's; the same question at once or within seconds is asked only once. */
export function createResolver(options: ResolverOptions): Resolver {
  const { server, timeout = TIMEOUT, remember = REMEMBER } = options;
  const asking = new dns.Resolver({ timeout, tries: TRIES, maxTimeout: timeout });
  if (server !== null) {
    const address = isIPv6(server.address) ? `[${server.address}]` : server.address;
    asking.setServers([`${address}:${server.port}`]);
  }
  const memory = createMemory({
    size: MAX_REMEMBERED,
    lifetime: (error) =>
      error === undefined
        ? remember
        : Math.min(remember, isMissing(error) ? REMEMBER_NOTHING : REMEMBER_FAILURE),
  });

  async function ask(name: string, type: LookupType): Promise<unknown[]> {
    // A list that a caller sorts or shortens must stay whole for the next one.
    return [
      ...(await memory.get(`${type} ${name.toLowerCase()}`, () => queryOf(asking, name, type))),
    ];
  }
  const lookup = ((name: string, type: LookupType) => ask(name, type)) as Lookup;

  return {
    lookup,
    resolveTxt: (name) => lookup(name, "TXT"),
    resolveMx: (name) => lookup(name, "MX"),
    resolve4: (name) => ask(name, "A") as Promise<string[]>,
    resolve6: (name) => ask(name, "AAAA") as Promise<string[]>,
    resolveNs: (name) => ask(name, "NS") as Promise<string[]>,
    resolveCname: (name) => ask(name, "CNAME") as Promise<string[]>,
    reverse: (address) => ask(reverseName(address), "PTR") as Promise<string[]>,
  };
}

/** @throws whatever `node:dns` does; a type that is not one of ours is nothing that anybody has. */
async function queryOf(
  asking: dns.Resolver,
  name: string,
  type: LookupType,
): Promise<readonly unknown[]> {
  if (!TYPES.includes(type)) throw Object.assign(new Error(`no ${type} here`), { code: "ENODATA" });
  // RFC 1035 §2.3.4; c-ares would answer ESERVFAIL for some of these, as if another time it might work.
  if (name === "" || name.length > 253 || name.split(".").some((label) => label.length > 63))
    throw Object.assign(new Error(`no name: ${name}`), { code: "EBADNAME" });
  return (await asking.resolve(name, type)) as readonly unknown[];
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

/** The name below which DNS keeps an address's names (RFC 1035 §3.5, RFC 3596 §2.5). */
export function reverseName(address: string): string {
  if (!isIPv6(address)) return `${address.split(".").reverse().join(".")}.in-addr.arpa`;
  return `${nibbles(address).reverse().join(".")}.ip6.arpa`;
}

/** The 32 hexadecimal digits of an IPv6 address. */
export function nibbles(address: string): string[] {
  // An IPv4 address at the end stands for the last two groups.
  const groups = address
    .replace(/%.*$/, "")
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
      const [a, b, c, d] = parts.map(Number) as [number, number, number, number];
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    });
  const [head = "", tail] = groups.split("::");
  const split = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const [front, back] = [split(head), split(tail ?? "")];
  const middle = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill("0");
  return [...front, ...middle, ...back].flatMap((group) => group.padStart(4, "0").split(""));
}
