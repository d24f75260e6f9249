import { CAPABILITY, type JmapResponse, type JsonObject } from "@atrium/contract/types/wire";
import type { LightMyRequestResponse } from "fastify";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import {
  GOOD_PASSWORD,
  peopledBench,
  type accountsBench,
  type BenchOptions,
} from "../../../features/accounts/testing/bench.ts";
import {
  createDkim,
  createDomainChecks,
  type DomainChecks,
} from "../../../features/outbound/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import { OutboundError } from "../../../platform/outbound-http/index.ts";
import { registerJmap } from "../../jmap/index.ts";
import {
  createHttpServer,
  type HttpConfig,
  type HttpServer,
  type HttpServerOptions,
} from "../index.ts";

/** What only browsers use. */
const USING = [CAPABILITY.core, CAPABILITY.security];

const CONFIG: HttpConfig = { publicUrl: null, assetBase: null, driveUrl: null, trustedProxies: [] };

export { GOOD_PASSWORD } from "../../../features/accounts/testing/bench.ts";

/** Nothing of the world outside answers. */
export const NO_NETWORK: HttpServerOptions["outboundHttp"] = {
  send: () => Promise.reject(new OutboundError("failed", "no network")),
};

/** The HTTP and JMAP servers over the feature `accounts`, with Alice (administrator) and Bob, and an empty `dist`. */
export async function httpBench(options?: BenchOptions) {
  const bench = await peopledBench(options);
  const dist = await mkdtemp(join(tmpdir(), "atrium-dist-"));
  const serverWith = (
    config: Partial<HttpConfig>,
    log: Log = bench.platform.log,
    bodies: NonNullable<HttpServerOptions["bodies"]> = {},
    outboundHttp: HttpServerOptions["outboundHttp"] = NO_NETWORK,
  ): HttpServer => {
    const { accounts, engine, platform } = bench;
    const server = createHttpServer({
      config: { ...CONFIG, ...config },
      accounts,
      domainChecks: domainChecks(bench),
      outboundHttp,
      log,
      dist,
      bodies,
      ready: async () => void (await platform.pool.query("select 1")),
    });
    registerJmap(server, { accounts, engine, log });
    servers.push(server);
    return server;
  };
  const servers: HttpServer[] = [];
  const server = serverWith({});
  afterAll(async () => {
    for (const { app } of servers) await app.close();
    await rm(dist, { recursive: true });
  });
  /** Serves it on a port; answers its origin. */
  const listen = async ({ app } = server): Promise<string> =>
    await app.listen({ host: "127.0.0.1", port: 0 });
  /** A browser in which a user is signed in. @param origin where the server listens, if it does */
  const signedIn = async (address: string, origin?: string): Promise<Browser> => {
    const browser = createBrowser(server, origin);
    await browser.signIn(address);
    return browser;
  };
  return {
    ...bench,
    dist,
    server,
    serverWith,
    listen,
    signedIn,
    browser: () => createBrowser(server),
  };
}

/** Looks up in the DNS of a bench of accounts. */
export function domainChecks({
  accounts,
  platform,
}: Awaited<ReturnType<typeof accountsBench>>): DomainChecks {
  return createDomainChecks({
    ...platform,
    accounts,
    dkim: createDkim(platform),
    host: "mail.demo.test",
    hasSmarthost: false,
  });
}

export type Browser = ReturnType<typeof createBrowser>;
type Method = "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";

/** Sends what a browser would: its cookie, its origin, JSON bodies. */
export function createBrowser({ app }: HttpServer, origin = "http://localhost") {
  const jar = new Map<string, string>();
  const cookie = (): string | undefined =>
    jar.size === 0 ? undefined : [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  async function send(
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const response = await app.inject({
      method,
      url,
      headers: {
        host: new URL(origin).host,
        ...(method === "GET" || method === "HEAD" ? {} : { origin }),
        "user-agent": "Test browser",
        ...(jar.size === 0 ? {} : { cookie: cookie() }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    for (const { name, value } of response.cookies)
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    return response;
  }
  return {
    send,
    /** Calls one method of JMAP. Answers its arguments; those of an error have `error: true`. */
    async call(name: string, args: JsonObject): Promise<JsonObject> {
      const methodCalls = [[name, args, "0"]];
      const response = await send("POST", "/jmap/api", { using: USING, methodCalls });
      const [answerName, answer] = response.json<JmapResponse>().methodResponses[0]!;
      return answerName === "error" ? { ...answer, error: true } : answer;
    },
    get: (url: string, headers?: Record<string, string>) => send("GET", url, undefined, headers),
    post: (url: string, body?: unknown, headers?: Record<string, string>) =>
      send("POST", url, body, headers),
    signIn: (address: string, password = GOOD_PASSWORD) =>
      send("POST", "/api/sign-in", { address, password }),
    cookie,
    /** Carries this cookie from now on, as after an attacker planted it. */
    carry: (planted: string) => {
      const [name, value] = planted.split("=", 2) as [string, string];
      jar.set(name, value);
    },
  };
}

/** The code of a problem document. */
export const codeOf = (response: LightMyRequestResponse): unknown =>
  response.headers["content-type"] === "application/problem+json"
    ? response.json<{ code: unknown }>().code
    : `${response.statusCode} ${response.headers["content-type"]}`;
