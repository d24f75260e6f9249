import { rawSmtp, type RawSmtp } from "../../../server/src/testing/smtp-client.ts";
import { setTimeout as pause } from "node:timers/promises";
import { PATIENCE } from "../bounds.ts";

/** What the server said to a message. */
export interface Delivered {
  /** Of the transaction, which the first Received field names; null for a message that was refused. */
  readonly transactionId: string | null;
  readonly reply: string;
}

/** Connections over which messages go, each for many. */
export interface Delivery {
  /** @throws when the connection breaks, or nothing is answered. */
  deliver(octets: Buffer, way: "data" | "chunks"): Promise<Delivered>;
  close(): void;
}

const MOST_PER_CONNECTION = 500;
const CHUNK = 1_000_000;

export function createDelivery(port: number, to: string): Delivery {
  let smtp: RawSmtp | null = null;
  let used = 0;

  async function connection(): Promise<RawSmtp> {
    if (smtp !== null && used < MOST_PER_CONNECTION) return smtp;
    smtp?.end();
    smtp = rawSmtp(port);
    used = 0;
    await smtp.reply();
    await smtp.say("EHLO mx.sender.test");
    return smtp;
  }

  async function attempt(octets: Buffer, way: "data" | "chunks"): Promise<Delivered> {
    const open = await connection();
    used += 1;
    const answers = [
      await open.say("MAIL FROM:<ann@sender.test> BODY=8BITMIME"),
      await open.say(`RCPT TO:<${to}>`),
    ];
    const refused = answers.find((answer) => !answer.startsWith("250"));
    if (refused !== undefined) throw new Error(`the envelope was refused: ${refused}`);
    let reply: string;
    if (way === "data") {
      const go = await open.say("DATA");
      if (!go.startsWith("354")) throw new Error(`DATA was refused: ${go}`);
      open.write(Buffer.from(stuffed(octets), "latin1"));
      open.write(".\r\n");
      reply = await open.reply();
    } else reply = await inChunks(open, octets);
    if (!/^[245]\d\d[ -]/.test(reply)) throw new Error(`a strange reply: ${reply}`);
    // After a refusal in the middle of chunks the rest of the transaction is given up.
    if (!reply.startsWith("250")) await open.say("RSET");
    return { transactionId: /Accepted as (\S+)/.exec(reply)?.[1] ?? null, reply };
  }

  return {
    async deliver(octets, way) {
      const late = pause(PATIENCE, "late" as const, { ref: false });
      try {
        const first = await Promise.race([attempt(octets, way), late]);
        if (first === "late") throw new Error("no reply in time");
        return first;
      } catch (error) {
        smtp?.end();
        smtp = null;
        throw error;
      }
    },
    close: () => smtp?.end(),
  };
}

/** RFC 5321 §4.5.2. */
const stuffed = (octets: Buffer): string => octets.toString("latin1").replaceAll(/^\./gm, "..");

/** RFC 3030 §2. */
async function inChunks(smtp: RawSmtp, octets: Buffer): Promise<string> {
  for (let at = 0; ; at += CHUNK) {
    const chunk = octets.subarray(at, at + CHUNK);
    const isLast = at + CHUNK >= octets.length;
    smtp.write(`BDAT ${chunk.length}${isLast ? " LAST" : ""}\r\n`);
    smtp.write(chunk);
    const reply = await smtp.reply();
    if (isLast || !reply.startsWith("250")) return reply;
  }
}
