import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** What the sink does at a stage: a reply without its line end, `HANG`, `DROP`, or bytes as they are. */
export type Act = string | { readonly raw: string | Buffer };
/** Nothing, for ever. */
export const HANG = "hang";
/** The end of the connection. */
export const DROP = "drop";

/** What the sink does instead of accepting. */
export interface SinkScript {
  readonly greeting?: Act;
  readonly hello?: Act;
  readonly starttls?: Act;
  readonly mail?: Act;
  /** By address. */
  readonly rcpt?: (address: string) => Act | undefined;
  readonly data?: Act;
  /** After so many octets of the message, in the middle of it; nothing more is read then. */
  readonly inside?: { readonly after: number; readonly act: Act };
  /** After the final dot. */
  readonly end?: Act;
  /** Keywords of EHLO. */
  readonly extensions?: readonly string[];
  /** STARTTLS is offered with this certificate. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Milliseconds before each reply. */
  readonly slow?: number;
}

/** A message that came whole, up to its final dot. */
export interface SunkMessage {
  /** Counts connections from 1. */
  readonly session: number;
  /** The commands, as they came. */
  readonly mail: string;
  readonly rcpt: readonly string[];
  readonly recipients: readonly string[];
  /** Without the doubled dots. */
  readonly text: string;
  readonly isSecure: boolean;
  /** A 250 was answered: the sink has promised to deliver it. */
  isAcknowledged: boolean;
}

export interface Sink {
  readonly port: number;
  readonly messages: readonly SunkMessage[];
  /** The commands of all sessions, in order. */
  readonly commands: readonly string[];
  readonly sessions: number;
  /** From now on it behaves so, also in sessions that are open. */
  play(script: SinkScript): void;
  /** Says in all sessions that are open what a hanging one has not said; a 250 acknowledges the last message. */
  answer(line: string): void;
  /** Ends all sessions that are open. */
  disconnect(): void;
  /** Forgets what came. */
  clear(): void;
  close(): Promise<void>;
}

export const SINK_NAME = "sink.test";
const EXTENSIONS = [
  "PIPELINING",
  "SIZE 10000000",
  "8BITMIME",
  "SMTPUTF8",
  "DSN",
  "ENHANCEDSTATUSCODES",
];

/** An SMTP server on 127.0.0.1 that does what the script says, however bad. */
export async function startSink(script: SinkScript = {}, port = 0): Promise<Sink> {
  let current = script;
  let sessions = 0;
  const messages: SunkMessage[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();

  const server = createServer((plain) => {
    sessions += 1;
    const session = sessions;
    let socket: Socket | TLSSocket = plain;
    let rest = "";
    let mail: string | null = null;
    let rcpt: string[] = [];
    let recipients: string[] = [];
    /** The pieces of a message; the first is a line end, in front of which there may be a dot. */
    let data: string[] | null = null;
    let tail = "";
    let received = 0;
    let isDeaf = false;
    let isSecure = false;
    sockets.add(plain);
    plain.on("error", () => undefined);
    plain.on("close", () => sockets.delete(plain));

    const act = (what: Act): void => {
      const run = (): void => {
        if (what === HANG) return;
        if (what === DROP) socket.destroy();
        else if (typeof what === "string") socket.write(`${what}\r\n`);
        else socket.write(what.raw);
      };
      if (current.slow === undefined) run();
      else setTimeout(run, current.slow);
    };
    const reset = (): void => {
      mail = null;
      rcpt = [];
      recipients = [];
    };
    const hello = (): string => {
      const keywords = [
        ...(current.extensions ?? EXTENSIONS),
        ...(current.certificate && !isSecure ? ["STARTTLS"] : []),
      ];
      return [SINK_NAME, ...keywords]
        .map((word, index, all) => `250${index < all.length - 1 ? "-" : " "}${word}`)
        .join("\r\n");
    };

    function command(line: string): void {
      commands.push(line);
      const verb = line.split(/[ :]/, 1)[0]!.toUpperCase();
      const address = /<(.*)>/.exec(line)?.[1] ?? "";
      if (verb === "EHLO") act(current.hello ?? hello());
      else if (verb === "HELO") act(current.hello ?? `250 ${SINK_NAME}`);
      else if (verb === "STARTTLS") {
        act(current.starttls ?? "220 2.0.0 Go ahead");
        if (current.starttls === undefined) secure();
      } else if (verb === "AUTH") act("235 2.7.0 Welcome");
      else if (verb === "MAIL") {
        mail = line;
        act(current.mail ?? "250 2.1.0 Sender");
      } else if (verb === "RCPT") {
        const what = current.rcpt?.(address) ?? "250 2.1.5 Recipient";
        if (typeof what === "string" && what.startsWith("25")) {
          rcpt.push(line);
          recipients.push(address);
        }
        act(what);
      } else if (verb === "DATA") {
        const what = current.data ?? (recipients.length > 0 ? "354 Go on" : "554 5.5.1 Nobody");
        if (typeof what === "string" && what.startsWith("354")) {
          data = ["\r\n"];
          tail = "\r\n";
          received = 0;
        }
        act(what);
      } else if (verb === "RSET") {
        reset();
        act("250 2.0.0 Reset");
      } else if (verb === "QUIT") {
        socket.end("221 2.0.0 Bye\r\n");
      } else act("502 5.5.1 What?");
    }

    function end(text: string): void {
      const what = current.end ?? "250 2.0.0 Taken";
      const isAcknowledged = typeof what === "string" && what.startsWith("250");
      messages.push({
        session,
        mail: mail ?? "",
        rcpt,
        recipients,
        text: text.replaceAll(/^\./gm, ""),
        isSecure,
        isAcknowledged,
      });
      reset();
      act(what);
    }

    function onData(bytes: Buffer): void {
      if (isDeaf) return;
      rest += bytes.toString("latin1");
      for (;;) {
        if (data !== null) {
          const { inside } = current;
          received += rest.length;
          if (inside && received > inside.after) {
            isDeaf = true;
            // Nor does the system take in for it what is still to come.
            socket.pause();
            act(inside.act);
            return;
          }
          // The end may lie between two pieces.
          const seen = tail + rest;
          data.push(rest);
          const stop = seen.indexOf("\r\n.\r\n");
          if (stop < 0) {
            tail = seen.slice(-4);
            rest = "";
            return;
          }
          const whole = data.join("");
          rest = seen.slice(stop + 5);
          data = null;
          end(whole.slice(2, whole.length - rest.length - 3));
          continue;
        }
        const at = rest.indexOf("\r\n");
        if (at < 0) return;
        const line = rest.slice(0, at);
        rest = rest.slice(at + 2);
        command(Buffer.from(line, "latin1").toString("utf8"));
      }
    }

    function secure(): void {
      const { certificate } = current;
      if (certificate === undefined) return;
      plain.removeListener("data", onData);
      socket = new TLSSocket(plain, { isServer: true, ...certificate });
      socket.on("error", () => plain.destroy());
      isSecure = true;
      rest = "";
      socket.on("data", onData);
    }

    plain.on("data", onData);
    act(current.greeting ?? `220 ${SINK_NAME} ESMTP`);
  });

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    commands,
    get sessions() {
      return sessions;
    },
    play: (next) => void (current = next),
    answer(line) {
      const last = messages.at(-1);
      if (last !== undefined && line.startsWith("250")) last.isAcknowledged = true;
      for (const socket of sockets) socket.write(`${line}\r\n`);
    },
    disconnect() {
      for (const socket of sockets) socket.destroy();
    },
    clear() {
      messages.length = 0;
      commands.length = 0;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, "close");
    },
  };
}
