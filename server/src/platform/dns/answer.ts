import type { Answer, DecodedPacket, Question } from "dns-packet";
import { dnsError } from "./client.ts";

/** What a server said: the data of the records that were asked for, or that there are none; and for how many seconds it counts. */
export interface ParsedAnswer {
  readonly found: readonly unknown[];
  /** Why nothing was found. */
  readonly missing?: Error;
  readonly ttl: number;
}

/** @throws Error with `code` for every answer but records, no records, and no such name. */
export function parseAnswer(packet: DecodedPacket, question: Question): ParsedAnswer {
  const rcode = rcodeOf(packet);
  if (rcode !== "NOERROR" && rcode !== "NXDOMAIN")
    throw dnsError(ERRORS[rcode] ?? "EBADRESP", question);
  const { records, ttl } = follow(packet.answers ?? [], question);
  if (records.length > 0)
    return { found: records.map((record) => dataOf(record)), ttl: Math.min(ttl, ...ttls(records)) };
  const code = rcode === "NXDOMAIN" ? "ENOTFOUND" : "ENODATA";
  return { found: [], missing: dnsError(code, question), ttl: negativeTtl(packet) };
}

const ERRORS: Readonly<Record<string, string>> = {
  SERVFAIL: "ESERVFAIL",
  REFUSED: "EREFUSED",
  FORMERR: "EFORMERR",
  NOTIMP: "ENOTIMP",
};

/** dns-packet names it; its types do not know. */
function rcodeOf(packet: DecodedPacket & { readonly rcode?: string }): string {
  return packet.rcode ?? "NOERROR";
}

const LONGEST_ALIAS_CHAIN = 16;

/** The records of the name or, where it is an alias, of what it stands for. */
function follow(
  answers: readonly Answer[],
  question: Question,
): { records: readonly Answer[]; ttl: number } {
  let name = question.name.toLowerCase();
  let ttl = Infinity;
  for (let steps = 0; steps < LONGEST_ALIAS_CHAIN; steps++) {
    const here = answers.filter((answer) => answer.name.toLowerCase() === name);
    const records = here.filter(({ type }) => type === question.type);
    if (records.length > 0) return { records, ttl };
    const alias = here.find((answer) => answer.type === "CNAME");
    if (alias === undefined) break;
    ttl = Math.min(ttl, ...ttls([alias]));
    name = String(dataOf(alias)).toLowerCase();
  }
  return { records: [], ttl };
}

const ttls = (records: readonly Answer[]): number[] =>
  records.map((record) => ("ttl" in record ? (record.ttl ?? 0) : 0));

/** In the shapes of `node:dns`. */
function dataOf(record: Answer): unknown {
  switch (record.type) {
    case "TXT":
      // dns-packet gives the strings as bytes. What is no ASCII must be seen to be none.
      return [record.data].flat().map((part) => Buffer.from(part as Buffer).toString("latin1"));
    case "MX": {
      const { preference, exchange } = record.data;
      return { priority: preference ?? 0, exchange: exchange === "." ? "" : exchange };
    }
    default:
      return "data" in record ? record.data : null;
  }
}

/** RFC 2308 §5: as long as the zone's SOA says, and without one not at all. */
function negativeTtl({ authorities = [] }: DecodedPacket): number {
  const soa = authorities.find((record) => record.type === "SOA");
  return soa === undefined ? 0 : Math.min(soa.ttl ?? 0, soa.data.minimum ?? 0);
}
