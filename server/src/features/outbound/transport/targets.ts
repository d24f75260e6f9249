import { isIP } from "node:net";
import type { MayConnect } from "../../../platform/outbound-http/index.ts";
import { isMissing, type Resolver } from "../../../platform/dns/index.ts";
import { ownOutcome, type Outcome } from "./outcome.ts";

/** One address of a server that takes mail for a domain. */
export interface Target {
  /** Its name, without a trailing dot; the address itself for address literals. */
  readonly host: string;
  readonly address: string;
}

export interface RoutingOptions {
  readonly resolver: Pick<Resolver, "resolveMx" | "resolve4" | "resolve6">;
  readonly mayConnect: MayConnect;
  /** What this server is called. */
  readonly ownName: string;
  /** Which hosts a domain's policy allows; all unless given. */
  readonly isAllowed?: (host: string) => boolean;
  /** For the order of servers that are equal (RFC 5321 §5.1). */
  readonly random?: () => number;
}

/** RFC 1123 §2.1, with the underscores that some have. */
const HOST_NAME = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

interface Host {
  readonly name: string;
  readonly priority: number;
}

/**
 * The servers of a domain in the order in which they are to be tried (RFC 5321 §5.1), or why there are none. An
 * address of each, or all of them, is left to `addressesOf`, so that none is looked up without success.
 */
export async function hostsOf(
  domain: string,
  options: RoutingOptions,
): Promise<readonly string[] | Outcome> {
  const { resolver, ownName, isAllowed = () => true, random = Math.random } = options;
  const literal = addressLiteral(domain);
  if (literal !== null) return [literal];
  if (domain === "") return ownOutcome("failed", "5.1.3", "The address has no domain");
  let records: readonly { exchange: string; priority: number }[];
  try {
    records = await resolver.resolveMx(domain);
  } catch (error) {
    if (!isMissing(error)) return unresolved(domain, error);
    records = [];
  }
  // RFC 5321 §5.1: without a record, the domain itself is the server.
  if (records.length === 0) records = [{ exchange: domain, priority: 0 }];
  const hosts = records.map(({ exchange, priority }) => ({
    name: exchange.replace(/\.$/, "").toLowerCase(),
    priority,
  }));
  // RFC 7505 §3.
  if (hosts.length === 1 && hosts[0]!.name === "")
    return ownOutcome("failed", "5.1.10", `The domain ${domain} accepts no mail`);
  // DNS holds any octets; what is no name of a host is nothing to connect to, and nothing to keep or to report.
  const named = hosts.filter(({ name }) => HOST_NAME.test(name));
  if (named.length === 0)
    return ownOutcome("failed", "5.1.2", `The domain ${domain} has no mail server`);
  const open = beforeOurselves(named, ownName);
  if (open.length === 0)
    return ownOutcome("failed", "5.4.6", `Mail for ${domain} would loop back to this server`);
  const allowed = open.filter(({ name }) => isAllowed(name));
  if (allowed.length === 0)
    // RFC 8461 §5: the policy may be newer than the records, or the other way round.
    return ownOutcome(
      "retry",
      "4.7.10",
      `No mail server of ${domain} is listed in its MTA-STS policy`,
    );
  return allowed
    .map((host) => ({ ...host, lot: random() }))
    .toSorted((a, b) => a.priority - b.priority || a.lot - b.lot)
    .map(({ name }) => name);
}

/** RFC 5321 §5.1: when this server is one of them, only those that come before it may be tried. */
function beforeOurselves(hosts: readonly Host[], ownName: string): readonly Host[] {
  const own = hosts.filter(({ name }) => name === ownName.toLowerCase());
  if (own.length === 0) return hosts;
  const least = Math.min(...own.map(({ priority }) => priority));
  return hosts.filter(({ priority }) => priority < least);
}

/** The addresses of a server that may be connected to; or why there are none. */
export async function addressesOf(
  host: string,
  { resolver, mayConnect }: Pick<RoutingOptions, "resolver" | "mayConnect">,
): Promise<readonly Target[] | Outcome> {
  const answers = isIP(host)
    ? [[host]]
    : await Promise.all(
        [resolver.resolve4(host), resolver.resolve6(host)].map((asked) =>
          asked.catch((error: unknown) => error as Error),
        ),
      );
  const found = answers.flatMap((answer) => (answer instanceof Error ? [] : answer));
  if (found.length === 0) {
    const failure = answers.find((answer) => answer instanceof Error && !isMissing(answer));
    return failure === undefined
      ? ownOutcome("failed", "5.1.2", `The server ${host} of this domain does not exist`)
      : unresolved(host, failure);
  }
  const open = found.filter(mayConnect);
  // A stranger's zone does not decide what is reached inside of this server's network.
  if (open.length === 0)
    return ownOutcome("failed", "5.4.4", `The server ${host} is not on the public Internet`);
  return open.map((address) => ({ host, address }));
}

function unresolved(name: string, error: unknown): Outcome {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EBADNAME") return ownOutcome("failed", "5.1.2", `${name} is not a domain name`);
  return ownOutcome("retry", "4.4.3", `DNS did not answer for ${name} (${code ?? "unknown"})`);
}

/** `[192.0.2.1]` and `[IPv6:2001:db8::1]` (RFC 5321 §4.1.3). */
function addressLiteral(domain: string): string | null {
  const inside = /^\[(?:ipv6:)?([^\]]+)\]$/i.exec(domain)?.[1];
  return inside !== undefined && isIP(inside) !== 0 ? inside : null;
}
