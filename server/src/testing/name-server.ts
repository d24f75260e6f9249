import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import {
  decode,
  encode,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  AUTHORITATIVE_ANSWER,
  TRUNCATED_RESPONSE,
  type Answer,
  type Packet,
  type Question,
} from "dns-packet";

/** What a name has. A type that is not listed has no records there, or fails, if `fails` says so. */
export interface NameRecords {
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly MX?: readonly (readonly [preference: number, exchange: string])[];
  /** Each record is a string, or several when it comes in several; bytes where it is no UTF-8. */
  readonly TXT?: readonly (string | Buffer | readonly (string | Buffer)[])[];
  readonly NS?: readonly string[];
  readonly PTR?: readonly string[];
  /** Stands for all types, and is followed. */
  readonly CNAME?: string;
  /** What happens to questions for other types: no answer at all, or an error (RFC 1035 §4.1.1). */
  readonly fails?: "timeout" | "servfail" | "refused";
  /** Answers by UDP are cut off, so that the client has to come back by TCP. */
  readonly onlyTcp?: boolean;
  /** Seconds for which clients may remember it; 0 unless given. */
  readonly ttl?: number;
  /** It is a zone, of which clients may remember for so many seconds what is not there (RFC 2308). */
  readonly missingFor?: number;
}

/** All names that there are. Others do not exist (NXDOMAIN); those above one exist without records. */
export type Zones = Readonly<Record<string, NameRecords>>;

export interface NameServer {
  readonly address: string;
  readonly port: number;
  /** The questions so far, as `TXT example.com`. */
  readonly asked: readonly string[];
  /** Puts other zones in the place of those it has. */
  set(zones: Zones): void;
  /** Answers nothing any more (true), or again. */
  silence(silent: boolean): void;
  close(): Promise<void>;
}

const RCODE = { servfail: 2, refused: 5 } as const;
const NXDOMAIN = 3;
const PLAIN_UDP = 512;

/** A DNS server on 127.0.0.1, by UDP and TCP. */
export async function startNameServer(zones: Zones = {}): Promise<NameServer> {
  let names = byName(zones);
  let silent = false;
  const asked: string[] = [];
  const udp = createSocket("udp4");
  const connections = new Set<Socket>();

  /** The packet that answers; null for none. */
  function answer(packet: Packet, byUdp: boolean): Buffer | null {
    const [question] = packet.questions ?? [];
    if (silent || question === undefined) return null;
    asked.push(`${question.type} ${question.name}`);
    const found = find(names, question);
    if (found === "timeout") return null;
    const { rcode, answers, onlyTcp } = found;
    const reply = (records: Answer[], flags: number): Buffer =>
      encode({
        type: "response",
        id: packet.id ?? 0,
        flags:
          AUTHORITATIVE_ANSWER |
          RECURSION_AVAILABLE |
          ((packet.flags ?? 0) & RECURSION_DESIRED) |
          flags |
          rcode,
        questions: [question],
        answers: records,
        authorities: records.length === 0 ? zoneOf(names, question.name) : [],
      });
    const whole = reply(answers, 0);
    const room = packet.additionals?.find((extra) => extra.type === "OPT")?.udpPayloadSize;
    if (!byUdp || (!onlyTcp && whole.length <= Math.max(PLAIN_UDP, room ?? 0))) return whole;
    return reply([], TRUNCATED_RESPONSE);
  }

  udp.on("message", (message, from) => {
    const reply = answer(decode(message), true);
    if (reply !== null) udp.send(reply, from.port, from.address);
  });
  const tcp = createServer((socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
    socket.on("error", () => undefined);
    let bytes = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      // RFC 1035 §4.2.2: each message after its length in two bytes.
      while (bytes.length >= 2 && bytes.length >= 2 + bytes.readUInt16BE()) {
        const end = 2 + bytes.readUInt16BE();
        const reply = answer(decode(bytes.subarray(2, end)), false);
        bytes = bytes.subarray(end);
        if (reply === null) continue;
        const length = Buffer.alloc(2);
        length.writeUInt16BE(reply.length);
        socket.write(Buffer.concat([length, reply]));
      }
    });
  });

  const port = await listenOnBoth();
  /** Both have to have the same port; the one that is free for TCP may be taken for UDP, then another is tried. */
  async function listenOnBoth(): Promise<number> {
    for (;;) {
      tcp.listen(0, "127.0.0.1");
      await once(tcp, "listening");
      const { port } = tcp.address() as AddressInfo;
      udp.bind(port, "127.0.0.1");
      const isFree = await once(udp, "listening").then(
        () => true,
        () => false,
      );
      if (isFree) return port;
      await new Promise((resolve) => tcp.close(resolve));
    }
  }

  return {
    address: "127.0.0.1",
    port,
    asked,
    set: (zones) => void (names = byName(zones)),
    silence: (now) => void (silent = now),
    async close() {
      for (const socket of connections) socket.destroy();
      await new Promise((resolve) => udp.close(() => resolve(undefined)));
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}

type Names = ReadonlyMap<string, NameRecords>;

function byName(zones: Zones): Names {
  const names = new Map<string, NameRecords>();
  for (const [name, records] of Object.entries(zones)) {
    const parts = name.toLowerCase().replace(/\.$/, "").split(".");
    names.set(parts.join("."), records);
    for (let at = 1; at < parts.length; at++) {
      const above = parts.slice(at).join(".");
      if (!names.has(above)) names.set(above, {});
    }
  }
  return names;
}

interface Found {
  readonly rcode: number;
  readonly answers: Answer[];
  readonly onlyTcp: boolean;
}

const LONGEST_ALIAS_CHAIN = 8;

function find(names: Names, { name, type }: Question): Found | "timeout" {
  const answers: Answer[] = [];
  let at = name.toLowerCase();
  for (let steps = 0; steps < LONGEST_ALIAS_CHAIN; steps++) {
    const records = names.get(at);
    if (records === undefined) return { rcode: NXDOMAIN, answers, onlyTcp: false };
    if (records.CNAME !== undefined && type !== "CNAME") {
      answers.push({ type: "CNAME", name: at, ttl: records.ttl ?? 0, data: records.CNAME });
      at = records.CNAME.toLowerCase();
      continue;
    }
    const own = recordsOf(at, type, records);
    const { fails, onlyTcp = false } = records;
    if (own.length > 0 || fails === undefined)
      return { rcode: 0, answers: [...answers, ...own], onlyTcp };
    return fails === "timeout" ? fails : { rcode: RCODE[fails], answers: [], onlyTcp };
  }
  return { rcode: RCODE.servfail, answers: [], onlyTcp: false };
}

/** The SOA record of the zone that a name is in, where one is configured. */
function zoneOf(names: Names, name: string): Answer[] {
  const labels = name.toLowerCase().split(".");
  for (let at = 0; at < labels.length; at++) {
    const zone = labels.slice(at).join(".");
    const ttl = names.get(zone)?.missingFor;
    if (ttl !== undefined)
      return [
        {
          type: "SOA",
          name: zone,
          ttl,
          data: { mname: zone, rname: zone, minimum: ttl },
        },
      ];
  }
  return [];
}

function recordsOf(name: string, type: Question["type"], records: NameRecords): Answer[] {
  const { ttl = 0 } = records;
  switch (type) {
    case "A":
    case "AAAA":
    case "NS":
    case "PTR":
      return (records[type] ?? []).map((data) => ({ type, name, ttl, data }));
    case "CNAME":
      return records.CNAME === undefined ? [] : [{ type, name, ttl, data: records.CNAME }];
    case "MX":
      return (records.MX ?? []).map(([preference, exchange]) => ({
        type,
        name,
        ttl,
        data: { preference, exchange },
      }));
    case "TXT":
      return (records.TXT ?? []).map((data) => ({
        type,
        name,
        ttl,
        data: typeof data === "string" ? strings(data) : [data].flat().map(fitting),
      })) as Answer[];
    default:
      return [];
  }
}

/** RFC 1035 §3.3. */
const MAX_STRING = 255;

/** A longer text comes in several strings. */
function strings(text: string): Buffer[] {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length === 0) return [bytes];
  return Array.from({ length: Math.ceil(bytes.length / MAX_STRING) }, (_, i) =>
    bytes.subarray(MAX_STRING * i, MAX_STRING * (i + 1)),
  );
}

/** A longer one would be read as other records than it was meant as. */
function fitting(part: string | Buffer): string | Buffer {
  if (Buffer.byteLength(part) > MAX_STRING) throw new Error("a string of a record is too long");
  return part;
}
