import { refuse } from "../../../engine/index.ts";
import {
  OutboundError,
  type OutboundFailure,
  type OutboundHttp,
  type OutboundResponse,
} from "../../../platform/outbound-http/index.ts";
import { pictureType } from "./picture-type.ts";

/** A picture from another server. */
export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Octets of one picture. */
const LARGEST = 8 * 1024 * 1024;
/** Milliseconds for all of it, redirects too. */
const TIMEOUT = 10_000;
const MOST_REDIRECTS = 4;
/** Below them live services that are no web servers and might take a request for an order. */
const LOWEST_PORT = 1024;

/** The same for everyone: nothing in it distinguishes one reader from another. */
const HEADERS = {
  accept: "image/avif,image/webp,image/png,image/jpeg,image/gif,image/*;q=0.5",
  "user-agent": "Mozilla/5.0 (compatible; Atrium image proxy)",
};

const REFUSED = {
  badUrl: "badRequest",
  forbidden: "forbidden",
  notFound: "notFound",
  timeout: "unavailable",
  tooLarge: "tooLarge",
  failed: "unavailable",
} as const satisfies Record<OutboundFailure, string>;

/**
 * Fetches a picture for a reader, without cookies or anything else that is theirs. Each redirect is looked at like the
 * first address, and none leads from https to http.
 * @throws Refusal
 */
export async function fetchPicture(
  http: OutboundHttp,
  address: string,
  closed: AbortSignal,
): Promise<Picture> {
  const signal = AbortSignal.any([closed, AbortSignal.timeout(TIMEOUT)]);
  let url = webAddress(address);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await get(http, url, signal);
    const { location } = response.headers;
    if (response.status >= 300 && response.status < 400 && location !== undefined) {
      const next = webAddress(location, url.href);
      if (url.protocol === "https:" && next.protocol === "http:")
        refuse("forbidden", "a redirect from https to http");
      url = next;
      continue;
    }
    if (response.status !== 200) refuse("notFound", `the other server answers ${response.status}`);
    const type = pictureType(response.body);
    if (type === null) refuse("badRequest", "not a picture");
    return { type, bytes: response.body };
  }
  return refuse("badRequest", "too many redirects");
}

async function get(http: OutboundHttp, url: URL, signal: AbortSignal): Promise<OutboundResponse> {
  try {
    return await http.send(url.href, {
      headers: HEADERS,
      timeout: TIMEOUT,
      maxSize: LARGEST,
      allowPlain: true,
      signal,
    });
  } catch (error) {
    if (error instanceof OutboundError) return refuse(REFUSED[error.reason], error.message);
    throw error;
  }
}

/** An address as mail writes it: without a scheme, too. @throws Refusal */
function webAddress(text: string, from = "https://invalid/"): URL {
  const url = URL.canParse(text, from) ? new URL(text, from) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "invalid")
    return refuse("badRequest", "not an http or https address");
  if (url.port !== "" && Number(url.port) < LOWEST_PORT)
    return refuse("forbidden", "port not allowed");
  return url;
}
