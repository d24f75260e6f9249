import { isIP } from "node:net";
import { request as httpsRequest } from "node:https";
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { Resolver } from "../dns/index.ts";
import { outboundRule, type MayConnect } from "./addresses.ts";

export { outboundRule } from "./addresses.ts";
export type { MayConnect } from "./addresses.ts";

/** Why nothing came back. `forbidden`: the address is not one that the server connects to. */
export type OutboundFailure =
  | "badUrl"
  | "forbidden"
  | "notFound"
  | "timeout"
  | "tooLarge"
  | "failed";

export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly reason: OutboundFailure;

  constructor(reason: OutboundFailure, detail: string, options?: ErrorOptions) {
    super(`${reason}: ${detail}`, options);
    this.reason = reason;
  }
}

export interface OutboundRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Milliseconds from the call to the last byte of the answer. */
  readonly timeout?: number;
  /** Octets of the answer that are read at most. */
  readonly maxSize?: number;
  readonly signal?: AbortSignal;
  /** Takes http too, where nothing secret is sent and what comes back is not believed. */
  readonly allowPlain?: boolean;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** HTTPS, and HTTP where a request allows it, to addresses that other people named, with no way from there into the network that the server stands in. */
export interface OutboundHttp {
  /**
   * Redirects are answers like others, and not followed.
   * @throws OutboundError
   */
  send(url: string, request?: OutboundRequest): Promise<OutboundResponse>;
}

const TIMEOUT = 15_000;
const MAX_SIZE = 64 * 1024;
const MAX_URL = 4096;

export function createOutboundHttp(options: {
  readonly resolver: Pick<Resolver, "resolve4" | "resolve6">;
  /** Networks that are not public and may be reached all the same. */
  readonly networks: readonly string[] | null;
}): OutboundHttp {
  const mayConnect = outboundRule(options.networks);
  return {
    async send(text, request = {}) {
      const url = request.allowPlain === true ? webUrl(text) : httpsUrl(text);
      const signal = AbortSignal.any([
        AbortSignal.timeout(request.timeout ?? TIMEOUT),
        ...(request.signal === undefined ? [] : [request.signal]),
      ]);
      try {
        signal.throwIfAborted();
        const addresses = await reachable(url, options.resolver, mayConnect, signal);
        return await exchange(url, addresses, request, signal);
      } catch (error) {
        if (error instanceof OutboundError) throw error;
        const reason = signal.aborted ? "timeout" : "failed";
        throw new OutboundError(reason, url.host, { cause: error });
      }
    },
  };
}

/** @throws OutboundError `badUrl` for all but an https URL without a name and password. */
export function httpsUrl(text: string): URL {
  const url = webUrl(text);
  if (url.protocol !== "https:") throw new OutboundError("badUrl", "not an https URL");
  return url;
}

function webUrl(text: string): URL {
  const url = text.length <= MAX_URL && URL.canParse(text) ? new URL(text) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  if (!isWeb || url.username !== "" || url.password !== "")
    throw new OutboundError("badUrl", "not a URL of the web");
  return url;
}

/** All addresses of the host that may be reached; the connection is made to one of these and to no other. */
async function reachable(
  { hostname }: URL,
  resolver: Pick<Resolver, "resolve4" | "resolve6">,
  mayConnect: MayConnect,
  signal: AbortSignal,
): Promise<string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  const found = isIP(literal) !== 0 ? [literal] : await resolve(hostname, resolver, signal);
  if (found.length === 0) throw new OutboundError("notFound", hostname);
  const allowed = found.filter(mayConnect);
  if (allowed.length === 0) throw new OutboundError("forbidden", hostname);
  return allowed;
}

async function resolve(
  hostname: string,
  resolver: Pick<Resolver, "resolve4" | "resolve6">,
  signal: AbortSignal,
): Promise<string[]> {
  const asked = Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(new Error("late")), { once: true }),
  );
  const answers = await Promise.race([asked, late]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

function exchange(
  url: URL,
  addresses: readonly string[],
  { method = "GET", headers = {}, body, maxSize = MAX_SIZE }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
      method,
      signal,
      // A connection for this request alone: none that was opened under other rules is used again.
      agent: false,
      headers: {
        "accept-encoding": "identity",
        ...headers,
        ...(body === undefined ? {} : { "content-length": body.length }),
      },
      // Asked for one address or for all of them, depending on how Node tries them.
      lookup: (_host, { all }, answer) =>
        all ? answer(null, pinned) : answer(null, pinned[0]!.address, pinned[0]!.family),
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const { statusCode: status, headers } = response;
      resolve(read(response, maxSize).then((body) => ({ status: status!, headers, body })));
    });
    request.end(body);
  });
}

async function read(response: IncomingMessage, maxSize: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  // Leaving the loop early ends the connection.
  for await (const piece of response as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxSize) throw new OutboundError("tooLarge", `more than ${maxSize} octets`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
