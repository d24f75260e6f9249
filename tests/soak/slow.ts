import { connect, type Socket } from "node:net";
import type { Client } from "./client.ts";

/** Clients that take or give next to nothing, for as long as they are let. */
export interface SlowClients {
  /** How many of the connections without a whole request the server has ended by itself. */
  endedHeaders(): number;
  close(): void;
}

const EVENT_SOURCES = 50;
const DOWNLOADS = 30;
const SENDERS = 20;
export const UNFINISHED_HEADERS = 200;
/** Octets of the blob that is downloaded and hardly read. */
const BLOB = 20_000_000;
/** Between two drops of those who send slowly (milliseconds). */
const DRIP = 500;

/** @param client whose mail and blobs they want; @param smtp the port that slow mail comes to. */
export async function startSlowClients(
  url: string,
  smtp: number,
  client: Client,
): Promise<SlowClients> {
  const { port } = new URL(url);
  const sockets: Socket[] = [];
  const drips: (() => void)[] = [];
  let ended = 0;

  function open(to: number, words: string): Socket {
    const socket = connect(to, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(words);
    sockets.push(socket);
    return socket;
  }
  const request = (path: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${client.cookie}\r\n`;

  const blobId = await client.upload(Buffer.alloc(BLOB, "x"), "application/octet-stream");
  const path = `/jmap/download/${client.accountId}/${blobId}/file`;
  for (let index = 0; index < DOWNLOADS; index += 1)
    open(Number(port), `${request(path)}\r\n`).pause();
  const stream = "/jmap/eventsource?types=*&closeafter=no&ping=5";
  for (let index = 0; index < EVENT_SOURCES; index += 1)
    open(Number(port), `${request(stream)}\r\n`).pause();
  for (let index = 0; index < SENDERS; index += 1) {
    const words = [
      "EHLO slow.example.net",
      "MAIL FROM:<slow@slow.example.net>",
      `RCPT TO:<${client.address}>`,
      "DATA",
      "Subject: Slow\r\n\r\n",
    ];
    const socket = open(smtp, "");
    socket.on("data", () => words.length > 0 && socket.write(`${words.shift()}\r\n`));
    drips.push(() => words.length === 0 && socket.write("x"));
  }
  for (let index = 0; index < UNFINISHED_HEADERS; index += 1) {
    const socket = open(Number(port), "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    socket.resume();
    socket.on("close", () => (ended += 1));
    drips.push(() => socket.writable && socket.write("X-Slow: 1\r\n"));
  }
  const timer = setInterval(() => {
    for (const drip of drips) drip();
  }, DRIP);
  return {
    endedHeaders: () => ended,
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
