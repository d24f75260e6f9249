import { isIP, type Socket } from "node:net";

/** Who is behind a proxy; `null` when the proxy speaks for itself or says nothing. */
export type ProxiedClient = { readonly address: string; readonly port: number } | null;

const V1 = Buffer.from("PROXY ");
const V2 = Buffer.from([0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]);

/** Of the text form with its CRLF; the binary one says its own length and is held to the same order. */
const MAX_HEADER = 1024;

/**
 * Reads a PROXY header (HAProxy's protocol, versions 1 and 2) from the start of a connection, if there is one. A peer
 * that waits for our greeting, as one with XCLIENT does, gets it after `patience` milliseconds.
 * @throws Error when the connection begins like a header and is none.
 */
export async function readProxyHeader(socket: Socket, patience: number): Promise<ProxiedClient> {
  let bytes = Buffer.alloc(0);
  const until = Date.now() + patience;
  for (;;) {
    const parsed = parseProxyHeader(bytes);
    if (parsed !== "more") {
      if (parsed.rest.length > 0) socket.unshift(parsed.rest);
      return parsed.client;
    }
    if (bytes.length > MAX_HEADER) throw new Error("PROXY header is too long");
    const chunk = await nextChunk(socket, until - Date.now());
    if (chunk === null) {
      if (bytes.length > 0) throw new Error("PROXY header is not complete");
      return null;
    }
    bytes = Buffer.concat([bytes, chunk]);
  }
}

async function nextChunk(socket: Socket, patience: number): Promise<Buffer | null> {
  const ready = socket.read() as Buffer | null;
  if (ready !== null) return ready;
  return await new Promise((resolve, reject) => {
    const done = (chunk: Buffer | null): void => {
      clearTimeout(timer);
      socket
        .off("readable", onReadable)
        .off("end", onEnd)
        .off("close", onEnd)
        .off("error", onError);
      resolve(chunk);
    };
    const onReadable = (): void => {
      const chunk = socket.read() as Buffer | null;
      if (chunk !== null) done(chunk);
    };
    const onEnd = (): void => done(null);
    const onError = (error: Error): void => {
      done(null);
      reject(error);
    };
    const timer = setTimeout(onEnd, Math.max(0, patience));
    socket.on("readable", onReadable).on("end", onEnd).on("close", onEnd).on("error", onError);
  });
}

type Parsed = "more" | { readonly client: ProxiedClient; readonly rest: Buffer };

/** Pure part: what the bytes so far mean. */
export function parseProxyHeader(bytes: Buffer): Parsed {
  const begins = (mark: Buffer): boolean =>
    bytes.subarray(0, mark.length).equals(mark.subarray(0, bytes.length));
  if (begins(V1)) return bytes.length < V1.length ? "more" : parseText(bytes);
  if (begins(V2)) return bytes.length < 16 ? "more" : parseBinary(bytes);
  return { client: null, rest: bytes };
}

function parseText(bytes: Buffer): Parsed {
  const end = bytes.indexOf("\r\n");
  if (end < 0) return "more";
  const rest = bytes.subarray(end + 2);
  const [, family, address = "", , port] = bytes.toString("latin1", 0, end).split(" ");
  if (family === "UNKNOWN") return { client: null, rest };
  const version = family === "TCP4" ? 4 : family === "TCP6" ? 6 : -1;
  if (isIP(address) !== version || !/^\d{1,5}$/.test(port ?? ""))
    throw new Error("PROXY header is malformed");
  return { client: { address, port: Number(port) }, rest };
}

function parseBinary(bytes: Buffer): Parsed {
  const length = 16 + bytes.readUInt16BE(14);
  if (bytes.length < length) return "more";
  const rest = bytes.subarray(length);
  const command = bytes[12] ?? 0;
  const family = (bytes[13] ?? 0) >> 4;
  if (command >> 4 !== 2 || (command & 0x0f) > 1) throw new Error("PROXY header is malformed");
  // LOCAL: the proxy itself, to see whether we live.
  if ((command & 0x0f) === 0 || family === 0) return { client: null, rest };
  const size = family === 1 ? 4 : 16;
  if (family > 2 || length < 16 + 2 * size + 4) throw new Error("PROXY header is malformed");
  const raw = bytes.subarray(16, 16 + size);
  const address =
    family === 1
      ? [...raw].join(".")
      : Array.from({ length: 8 }, (_, i) => raw.readUInt16BE(i * 2).toString(16)).join(":");
  return { client: { address, port: bytes.readUInt16BE(16 + 2 * size) }, rest };
}
