import cookiePlugin from "@fastify/cookie";
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from "fastify";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Server as TlsServer, type TlsOptions } from "node:tls";
import { refuse } from "../../engine/index.ts";
import type { Accounts } from "../../features/accounts/index.ts";
import type { DomainChecks } from "../../features/outbound/index.ts";
import type { Log } from "../../platform/log/index.ts";
import type { OutboundHttp } from "../../platform/outbound-http/index.ts";
import type { Certificate } from "../../platform/tls/index.ts";
import { domainCheckRoutes } from "./api/domain-check.ts";
import { ownAccountRoutes } from "./api/own-account.ts";
import { passkeyRoutes } from "./api/passkeys.ts";
import { remoteRoutes } from "./api/remotes.ts";
import { securityRoutes } from "./api/security.ts";
import { sessionRoutes } from "./api/session.ts";
import { invitationRoutes } from "./api/invitation.ts";
import { recoveryRoutes } from "./api/recovery.ts";
import { setUpRoutes } from "./api/set-up.ts";
import { closePromptly } from "./closing.ts";
import { DEFAULT_ASSETS, DEFAULT_DRIVE, type HttpConfig } from "./config.ts";
import { secretCookie } from "./cookie.ts";
import { assetPolicy, setSecurityHeaders } from "./headers.ts";
import { createFront, type Front } from "./front.ts";
import { healthRoutes } from "./health.ts";
import { loggedPath } from "./logged-path.ts";
import { BODY_LIMIT, HEADER_TIMEOUT, PARAM_LIMIT, REQUEST_TIMEOUT } from "./limits.ts";
import { answerPreflight, isPreflight, letInForeign } from "./foreign-clients.ts";
import { createIdentify, hasToken, type Identify } from "./identify.ts";
import { organisationLogoRoute } from "./organisation-logo.ts";
import {
  checkAnyOrigin,
  checkEncryption,
  checkOrigin,
  isConfidential,
  isOfUntrustedProxy,
  publicOrigin,
} from "./origin.ts";
import { problem, problemOf, refusalOf, sendProblem } from "./problem.ts";
import { createServedRemote } from "./remotes/served-remote.ts";
import { createRoute, type Route } from "./route.ts";
import { createEmbeddedSession } from "./embedded-session.ts";
import { LARGE_BODY, SMALL_BODY, watchBody, type BodyPace } from "./slow-bodies.ts";
import { mailtoRoute } from "./static/mailto.ts";
import { shareTargetRoute } from "./static/share-target.ts";
import { manifestRoutes } from "./static/manifest.ts";
import { pageRoutes } from "./static/pages.ts";
import { serviceWorkerRoute } from "./static/service-worker.ts";
import { serveFolder } from "./static/static-files.ts";
import { tlsOptions } from "./tls.ts";
import { ACCOUNT_REFUSALS } from "../../features/accounts/index.ts";

export { isOpenInTheClear, type HttpConfig } from "./config.ts";
export type { Caller, Identify } from "./identify.ts";
export { attachment, mediaType, safeType } from "./download-headers.ts";
export { escapeHtml } from "./escape-html.ts";
export type { Front } from "./front.ts";
export { checkReady } from "./health.ts";
export { languageOf, type Language } from "./language.ts";
export { closeIfUnread, problemOf, sendProblem } from "./problem.ts";
export { createRedirectServer } from "./redirect.ts";
export { sendBlob } from "./send-blob.ts";
export { sendJson } from "./send-compressed.ts";
export { createWaitingServer } from "./waiting.ts";

export interface HttpServerOptions {
  readonly config: HttpConfig;
  readonly accounts: Accounts;
  readonly domainChecks: DomainChecks;
  /** For what an administrator asks of a remote elsewhere. */
  readonly outboundHttp: OutboundHttp;
  readonly log: Log;
  /** The folder with the builds `host` and `drive`. */
  readonly dist: string;
  /** Receives each request that was answered. */
  readonly observed?: RequestObserver;
  /** How fast bodies have to come, where it is not as usual. */
  readonly bodies?: { readonly small?: BodyPace; readonly large?: BodyPace };
  /** Serves over TLS with this certificate; without one, in the clear. */
  readonly certificate?: Certificate;
  /** Fails while the server can't serve, such as without its database; with `NotReady` where it may be said why. */
  ready(): Promise<void>;
}

/** The HTTP server before it listens. Other servers that speak HTTP add their routes to `app`. */
export interface HttpServer {
  readonly app: FastifyInstance;
  readonly identify: Identify;
  /** Ties a route of the contract to its handler. */
  readonly route: Route;
  /** Shows another certificate to those who connect from now on. */
  renew(certificate: Certificate): void;
  /** What every page may say of the organisation. */
  readonly front: () => Promise<Front>;
  /** How long one statement that answers a request may take, in milliseconds; 0: any time. */
  readonly statementTime: number;
  /** The origin under which the client reaches this server. */
  origin(request: FastifyRequest): string;
  /** Refuses what a page of another site makes a browser send, also where nothing is changed by it alone. */
  checkOrigin(request: FastifyRequest): void;
}

/** Receives of each request: the pattern of its route, its method, the status of the answer, and how long it took. */
export type RequestObserver = (
  request: { readonly route: string; readonly method: string; readonly status: string },
  seconds: number,
) => void;

/** Routes that read their bodies themselves. */
const LARGE_BODIES = /^\/jmap\/(api|upload)/;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Whether the path of a URL can be decoded. */
function isEncoded(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(url.replace(/\?.*$/s, ""));
    return true;
  } catch {
    return false;
  }
}

/** Its type names the server beneath it; with TLS that is another class with the same behaviour. */
const create = (options: FastifyServerOptions & { https?: TlsOptions }): FastifyInstance =>
  fastify(options as FastifyServerOptions);

/** REST, static files, the pages' document and health, with the headers and checks that hold for every request. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { config, accounts, log, dist } = options;
  const logger: FastifyBaseLogger = log;
  const app = create({
    ...(options.certificate && {
      https: tlsOptions(options.certificate),
    }),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    forceCloseConnections: "idle",
    genReqId: () => randomBytes(9).toString("base64url"),
    requestIdHeader: false,
    routerOptions: { maxParamLength: PARAM_LIMIT },
    // A page whose address has a stray "%" says so itself, in the person's language.
    rewriteUrl: ({ url = "/" }) => (isEncoded(url) ? url : url.replaceAll("%", "%25")),
    // Requests that reach no route and no hook.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, config);
      void sendProblem(reply, problemOf(error, request));
    },
  });

  const origin = (request: FastifyRequest): string => publicOrigin(request, config.publicUrl);
  let isWarned = false;
  const warnOfProxy = (request: FastifyRequest): void => {
    if (isWarned || !isOfUntrustedProxy(request)) return;
    isWarned = true;
    log.warn(
      "a proxy on this machine forwards requests, but ATRIUM_TRUSTED_PROXIES does not list it: all clients seem local, and apps cannot sign in",
    );
  };
  closePromptly(app);
  app.server.headersTimeout = HEADER_TIMEOUT;
  const { small = SMALL_BODY, large = LARGE_BODY } = options.bodies ?? {};
  app.addHook("onRequest", async (request, reply) => {
    const isLarge = LARGE_BODIES.test(request.routeOptions.url ?? "");
    watchBody(request.raw, reply.raw, isLarge ? large : small);
    setSecurityHeaders(request, reply, config);
    reply.header("x-request-id", request.id);
    warnOfProxy(request);
    if (config.plainHttp !== "allow") checkEncryption(request, origin(request));
    const isForeign =
      request.headers.origin !== origin(request) &&
      letInForeign(request, reply, config.clientOrigins);
    if (isForeign && isPreflight(request)) return answerPreflight(reply);
    if (!isForeign) checkOrigin(request, config.publicUrl);
    else if (!hasToken(request)) refuse(ACCOUNT_REFUSALS.notSignedIn, "other origins need a token");
    return undefined;
  });
  app.addHook("onResponse", async (request, reply) => {
    const { method, url, ip } = request;
    const refusal = refusalOf(request);
    const person = identify.personOf(request);
    const line = {
      method,
      path: loggedPath(url),
      status: reply.statusCode,
      ip,
      ...(person !== undefined && { person }),
      ...(refusal !== undefined && { refusal }),
    };
    const milliseconds = Math.round(reply.elapsedTime);
    options.observed?.(
      {
        // The pattern, not the path: of those there are few.
        route: request.routeOptions.url ?? "unknown",
        method: METHODS.has(method) ? method : "other",
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
    request.log[/^\/(api|jmap)\//.test(url) ? "info" : "debug"](
      { ...line, milliseconds },
      "request",
    );
  });
  app.setErrorHandler((error, request, reply) => sendProblem(reply, problemOf(error, request)));
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, problem("notFound")));
  // A form of another site can send text/plain, but never JSON.
  app.removeContentTypeParser("text/plain");
  app.register(cookiePlugin);

  const isSecure = (request: FastifyRequest): boolean => origin(request).startsWith("https:");
  const cookie = secretCookie({
    name: "atrium_session",
    isSecure,
    // Longer than the session, so that the browser can learn that it expired.
    maxAge: Math.floor((accounts.limits.sessionMax + accounts.limits.sessionRemembered) / 1000),
  });
  const takesSecrets = (request: FastifyRequest): boolean =>
    config.plainHttp === "allow" || isConfidential(request);
  const statementTime = config.statementTime ?? 0;
  const identify = createIdentify(accounts, cookie, { takesSecrets, origin, statementTime });
  const route = createRoute(app, identify, accounts.own.wantProof, statementTime);
  sessionRoutes(route, accounts, cookie);
  passkeyRoutes(route, {
    accounts,
    origin,
    cookie,
    asked: secretCookie({
      name: "atrium_passkey",
      isSecure,
      maxAge: Math.ceil(accounts.limits.passkeyChallenge / 1000),
    }),
  });
  setUpRoutes(route, accounts, cookie);
  recoveryRoutes(route, accounts);
  invitationRoutes(route, accounts, cookie);
  ownAccountRoutes(route, accounts, cookie);
  securityRoutes(route, accounts);
  domainCheckRoutes(route, options.domainChecks);
  organisationLogoRoute(app, accounts);
  remoteRoutes(route, createServedRemote(options));
  const front = createFront(accounts, statementTime);

  const policy = assetPolicy(config);
  const isOpen = async (): Promise<boolean> => (await front()).drive !== null;
  serveFolder(app, { prefix: DEFAULT_ASSETS, folder: join(dist, "host"), policy });
  serveFolder(app, { prefix: DEFAULT_DRIVE, folder: join(dist, "drive"), policy, isOpen });
  healthRoutes(app, () => options.ready());
  serviceWorkerRoute(app, { folder: join(dist, "host"), config });
  manifestRoutes(app, front);
  mailtoRoute(app);
  shareTargetRoute(app);
  pageRoutes(app, {
    folder: join(dist, "host"),
    config,
    front,
    session: createEmbeddedSession(identify, cookie, takesSecrets),
  });

  const checkOriginOf = (request: FastifyRequest): void =>
    checkAnyOrigin(request, config.publicUrl);
  return {
    app,
    identify,
    route,
    renew(certificate) {
      const server: unknown = app.server;
      if (server instanceof TlsServer) server.setSecureContext(certificate);
    },
    front,
    statementTime,
    origin,
    checkOrigin: checkOriginOf,
  };
}
