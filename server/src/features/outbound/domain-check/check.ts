import type { DNSResolver } from "mailauth";
import { spf } from "mailauth/lib/spf/index.js";
import { isMissing, type Resolver } from "../../../platform/dns/index.ts";
import type { WantedRecord } from "./records.ts";

/** What stands in DNS in the place of a record. */
export interface CheckedRecord {
  readonly record: WantedRecord;
  /** `unknown`: DNS did not answer. */
  readonly state: "stands" | "missing" | "wrong" | "unknown";
  /** What is there, where it is not what was wanted; or why nothing is known. */
  readonly found: string | null;
}

export interface CheckOptions {
  readonly resolver: Resolver;
  /** The name of this server among mail servers. */
  readonly host: string;
  /** Mail leaves by another server, whose addresses are not known here. */
  readonly hasSmarthost: boolean;
}

/** Looks up a record and says whether what stands there does what the wanted one would do. */
export async function checkRecord(
  record: WantedRecord,
  options: CheckOptions,
): Promise<CheckedRecord> {
  try {
    const found =
      record.type === "MX"
        ? await checkMx(record, options)
        : await checkText(record, options, await textsAt(record.name, options.resolver));
    return { record, ...found };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { record, state: "unknown", found: code ?? String(error) };
  }
}

type Found = Omit<CheckedRecord, "record">;
const STANDS: Found = { state: "stands", found: null };
const MISSING: Found = { state: "missing", found: null };
const wrong = (found: string): Found => ({ state: "wrong", found });

/** Whether the server's own name leads to an address, without which nobody finds it. */
export async function addressesOfHost(host: string, resolver: Resolver): Promise<string[]> {
  const answers = await Promise.all([
    resolver.resolve4(host).catch(orNothing),
    resolver.resolve6(host).catch(orNothing),
  ]);
  return answers.flat();
}

/** Whether an address leads back to the server's name; many servers take no mail from one that does not. */
export async function leadsBack(
  address: string,
  host: string,
  resolver: Resolver,
): Promise<boolean> {
  const names = await resolver.reverse(address).catch(orNothing);
  return names.some((name) => sameName(name, host));
}

async function checkMx({ name }: WantedRecord, { resolver, host }: CheckOptions): Promise<Found> {
  const records = await resolver.resolveMx(name).catch(orNothing);
  if (records.length === 0) return MISSING;
  if (records.some(({ exchange }) => sameName(exchange, host))) return STANDS;
  return wrong(
    records.map(({ exchange, priority }) => `${priority} ${exchange || "."}`).join(", "),
  );
}

async function checkText(
  record: WantedRecord,
  options: CheckOptions,
  texts: readonly string[],
): Promise<Found> {
  const { kind, name, value } = record;
  const of = (version: RegExp): string[] => texts.filter((text) => version.test(text));
  if (kind === "SPF") return await checkSpf(name, of(/^v=spf1(?: |$)/i), options);
  if (kind === "DKIM") {
    const key = /p=([^;]*)/.exec(value)![1];
    const keys = texts.filter((text) => /(?:^|;)\s*p=/.test(text));
    const isThere = keys.some((text) => tag(text, "p")?.replaceAll(/\s/g, "") === key);
    return isThere ? STANDS : keys.length === 0 ? MISSING : wrong(keys.join(" | "));
  }
  const [version] = value.split(/[; ]/, 1);
  const there = of(new RegExp(`^${version}\\b`, "i"));
  if (there.length === 0) return MISSING;
  if (there.length > 1)
    return wrong(`${there.length} records, of which there may be one: ${there.join(" | ")}`);
  const needed = { DMARC: "p", "MTA-STS": "id", "TLS-RPT": "rua" }[kind as string];
  return needed === undefined || tag(there[0]!, needed) !== null ? STANDS : wrong(there[0]!);
}

/** Stands when mail from this server's own addresses passes. */
async function checkSpf(
  domain: string,
  records: readonly string[],
  { resolver, host, hasSmarthost }: CheckOptions,
): Promise<Found> {
  if (records.length === 0) return MISSING;
  if (records.length > 1)
    return wrong(`${records.length} records, of which there may be one: ${records.join(" | ")}`);
  if (hasSmarthost) return STANDS;
  for (const ip of await addressesOfHost(host, resolver)) {
    const { status } = await spf({
      ip,
      helo: host,
      sender: `postmaster@${domain}`,
      mta: host,
      resolver: resolver.lookup as DNSResolver,
    });
    if (status.result === "temperror")
      return { state: "unknown", found: "DNS did not answer in time" };
    if (status.result !== "pass")
      return wrong(`${records[0]!}: it gives "${status.result}" for ${ip}, an address of ${host}`);
  }
  return STANDS;
}

async function textsAt(name: string, resolver: Resolver): Promise<string[]> {
  const records = await resolver.resolveTxt(name).catch(orNothing);
  return records.map((strings) => strings.join(""));
}

/** The value of a tag in `v=…; name=value`. */
function tag(text: string, name: string): string | null {
  for (const part of text.split(";")) {
    const [key, ...rest] = part.split("=");
    if (key!.trim().toLowerCase() === name) return rest.join("=").trim();
  }
  return null;
}

/** That there is nothing is an answer; all other failures are none. */
function orNothing(error: unknown): never[] {
  if (isMissing(error)) return [];
  throw error;
}

const sameName = (one: string, other: string): boolean =>
  one.replace(/\.$/, "").toLowerCase() === other.replace(/\.$/, "").toLowerCase();
