import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A plain SMTP connection for tests: what is written is sent as it is. */
export interface RawSmtp {
  /** The next whole reply, with all its lines. */
  reply(): Promise<string>;
  /** Sends a line and answers its reply. */
  say(line: string): Promise<string>;
  write(bytes: string | Uint8Array): void;
  /** Resolves when the server has ended the connection. */
  readonly closed: Promise<void>;
  end(): void;
}

export function rawSmtp(port: number, host = "127.0.0.1"): RawSmtp {
  const socket: Socket = connect(port, host);
  socket.setNoDelay(true);
  return smtpOver(socket);
}

/** The same over a socket that is there, such as one with TLS. */
export function smtpOver(socket: Socket): RawSmtp {
  let received = "";
  let wake: (() => void) | undefined;
  let failure: Error | undefined;
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    received += text;
    wake?.();
  });
  socket.on("error", (error) => (failure = error));
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => {
      failure ??= new Error("the server ended the connection");
      wake?.();
      resolve();
    });
  });

  async function reply(): Promise<string> {
    for (;;) {
      // A line with a space after the code is the last one of its reply (RFC 5321 §4.2.1).
      const whole = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(received);
      if (whole) {
        received = received.slice(whole[0].length);
        return whole[0].trimEnd();
      }
      if (failure) throw failure;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  return {
    reply,
    say(line) {
      socket.write(`${line}\r\n`);
      return reply();
    },
    write: (bytes) => void socket.write(bytes),
    closed,
    end: () => void socket.destroy(),
  };
}

/** What a load has done so far. */
export interface Load {
  /** Message-IDs, without brackets, that the server has acknowledged with 250. */
  readonly acknowledged: string[];
  /** All that were tried, with or without an answer. */
  readonly attempted: string[];
  /** Connections that broke or messages that were answered with an error. */
  failures(): number;
  /** What was answered instead, and how connections broke. */
  readonly refusals: ReadonlySet<string>;
  /** What stands in each message below its header. */
  readonly body: string;
  /** Sends no more; resolves when the last answer is in. */
  stop(): Promise<void>;
}

/**
 * Sends messages over several connections at once until it is stopped, through restarts of the server. Every try has a
 * Message-ID of its own, so that "acknowledged" can be compared with what is stored.
 */
export function startLoad(options: {
  readonly port: number | (() => number);
  readonly host?: string;
  readonly connections?: number;
  /** The recipients of the next message. */
  readonly recipients: () => readonly string[];
  /** Octets of each message, about. */
  readonly size?: number;
  /** Milliseconds that a connection waits after each message; none unless given. */
  readonly pause?: number;
  /** Milliseconds from one message of a connection to its next; what takes longer is made up for. */
  readonly every?: number;
  /** Stops after so many acknowledged messages. */
  readonly limit?: number;
}): Load {
  const { host, connections = 4, recipients, size = 2000, limit = Infinity } = options;
  const { pause = 0, every = 0 } = options;
  const acknowledged: string[] = [];
  const attempted: string[] = [];
  const refusals = new Set<string>();
  let failures = 0;
  const state = { stopped: false };
  const filling = "The lamps are lit at six and the doors open at seven.\r\n".repeat(
    Math.ceil(size / 55),
  );

  async function run(): Promise<void> {
    let due = performance.now();
    while (!state.stopped) {
      const port = typeof options.port === "function" ? options.port() : options.port;
      const smtp = rawSmtp(port, host);
      try {
        expectCode(await smtp.reply(), 220);
        expectCode(await smtp.say("EHLO load.example.net"), 250);
        while (!state.stopped && acknowledged.length < limit) {
          await send(smtp);
          due += every;
          const rest = Math.max(pause, every > 0 ? due - performance.now() : 0);
          if (rest > 0) await wait(rest);
        }
        state.stopped ||= acknowledged.length >= limit;
        await smtp.say("QUIT");
      } catch (error) {
        failures += 1;
        refusals.add((error as Error).message);
        await wait(50);
      } finally {
        smtp.end();
      }
    }
  }

  async function send(smtp: RawSmtp): Promise<void> {
    const id = `${randomUUID()}@load.example.net`;
    const to = recipients();
    expectCode(await smtp.say("MAIL FROM:<load@load.example.net>"), 250);
    for (const address of to) expectCode(await smtp.say(`RCPT TO:<${address}>`), 250);
    expectCode(await smtp.say("DATA"), 354);
    attempted.push(id);
    const head = `From: Load <load@load.example.net>\r\nTo: ${to.join(", ")}\r\nSubject: Load ${attempted.length}\r\nDate: ${new Date().toUTCString()}\r\nMessage-ID: <${id}>\r\n`;
    smtp.write(`${head}\r\n${filling}.\r\n`);
    expectCode(await smtp.reply(), 250);
    acknowledged.push(id);
  }

  const runs = Promise.all(Array.from({ length: connections }, run));
  return {
    acknowledged,
    attempted,
    failures: () => failures,
    refusals,
    body: filling,
    async stop() {
      state.stopped = true;
      await runs;
    },
  };
}

function expectCode(reply: string, code: number): void {
  if (!reply.startsWith(String(code))) throw new Error(`expected ${code}, got ${reply}`);
}
