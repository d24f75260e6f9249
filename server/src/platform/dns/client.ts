import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import {
  decode,
  encode,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
  type DecodedPacket,
  type Question,
} from "dns-packet";

export interface NameServerAddress {
  readonly address: string;
  readonly port: number;
}

/** What fits into one packet on nearly every path (RFC 6891 §6.2.5, and what large resolvers agreed on in 2020). */
const UDP_PAYLOAD = 1232;

/** An error as `node:dns` has them: `ETIMEOUT`, `EBADRESP`, or the system's code when the server cannot be reached. */
export function dnsError(code: string, { type, name }: Question): Error {
  return Object.assign(new Error(`${code} for ${type} ${name}`), { code });
}

/**
 * One question to one server, by UDP, and again by TCP when the answer does not fit.
 * @throws Error with `code`, after `timeout` milliseconds at the latest for each of both ways.
 */
export async function ask(
  server: NameServerAddress,
  question: Question,
  timeout: number,
): Promise<DecodedPacket> {
  const id = randomInt(0x10000);
  const query = encode({
    type: "query",
    id,
    flags: RECURSION_DESIRED,
    questions: [question],
    additionals: [
      {
        type: "OPT",
        name: ".",
        udpPayloadSize: UDP_PAYLOAD,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0,
        flag_do: false,
        options: [],
      },
    ],
  });
  const isAnswer = (packet: DecodedPacket): boolean => {
    const [asked] = packet.questions ?? [];
    return (
      packet.type === "response" &&
      packet.id === id &&
      asked?.type === question.type &&
      asked.name.toLowerCase() === question.name.toLowerCase()
    );
  };
  const answer = await byUdp(server, query, isAnswer, question, timeout);
  if (((answer.flags ?? 0) & TRUNCATED_RESPONSE) === 0) return answer;
  return await byTcp(server, query, isAnswer, question, timeout);
}

/** A socket for each question: its random port is, beside the id, what a forged answer would have to guess (RFC 5452). */
async function byUdp(
  { address, port }: NameServerAddress,
  query: Buffer,
  isAnswer: (packet: DecodedPacket) => boolean,
  question: Question,
  timeout: number,
): Promise<DecodedPacket> {
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  let timer: NodeJS.Timeout | undefined;
  let isOpen = true;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(dnsError("ETIMEOUT", question)), timeout);
      socket.on("error", reject);
      socket.on("message", (message) => {
        const packet = decoded(message);
        // Anything else is late, or forged: the right one may still come.
        if (packet !== null && isAnswer(packet)) resolve(packet);
      });
      // A connected socket receives from that server alone, and an error at once when nobody listens there. As an event: a
      // function given to `connect` is called for failures too, such as no way to an IPv6 server.
      socket.once("connect", () => {
        if (isOpen) socket.send(query);
      });
      socket.connect(port, address);
    });
  } finally {
    isOpen = false;
    clearTimeout(timer);
    socket.close();
  }
}

/** RFC 7766. */
async function byTcp(
  { address, port }: NameServerAddress,
  query: Buffer,
  isAnswer: (packet: DecodedPacket) => boolean,
  question: Question,
  timeout: number,
): Promise<DecodedPacket> {
  const socket = connect(port, address);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(dnsError("ETIMEOUT", question)), timeout);
      socket.on("error", reject);
      socket.on("close", () => reject(dnsError("EBADRESP", question)));
      let bytes = Buffer.alloc(0);
      socket.on("data", (chunk: Buffer) => {
        bytes = Buffer.concat([bytes, chunk]);
        if (bytes.length < 2 || bytes.length < 2 + bytes.readUInt16BE()) return;
        const packet = decoded(bytes.subarray(2, 2 + bytes.readUInt16BE()));
        if (packet !== null && isAnswer(packet)) resolve(packet);
        else reject(dnsError("EBADRESP", question));
      });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(query.length);
      socket.write(Buffer.concat([length, query]));
    });
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

function decoded(message: Buffer): DecodedPacket | null {
  try {
    return decode(message);
  } catch {
    return null;
  }
}
