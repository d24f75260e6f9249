import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import {
  checkReady,
  createHttpServer,
  createRedirectServer,
  isOpenInTheClear,
} from "../protocols/http/index.ts";
import { registerMailRoutes } from "../protocols/http/mail/index.ts";
import { createMetricsServer } from "../protocols/metrics/index.ts";
import { registerPublic } from "../protocols/public/index.ts";
import { registerJmap } from "../protocols/jmap/index.ts";
import { createSmtpServer } from "../protocols/smtp/index.ts";
import { createSubmissionServer } from "../protocols/submission/index.ts";
import { createSubmit } from "../features/submission/index.ts";
import { createScanners } from "../features/junk/index.ts";
import { createInbound, createLocalDelivery } from "../features/inbound/index.ts";
import { createDomainChecks, createOutgoing } from "../features/outbound/index.ts";
import { createTakeOver, type TakeOver } from "../platform/db/index.ts";
import { startJobs } from "../platform/jobs/index.ts";
import { ROOT } from "../platform/root.ts";
import { watchCertificate } from "../platform/tls/index.ts";
import type { CertificateWatch } from "../platform/tls/index.ts";
import { listening } from "./listening.ts";
import { mailHost } from "../platform/config/mail-host.ts";
import { closeAll, closeTogether } from "./platform.ts";
import type { StoreOptions } from "../platform/store/index.ts";
import { openSuite } from "./suite.ts";
import type { Suite } from "./suite.ts";
import { createWaiting } from "./waiting.ts";
import type { Waiting } from "./waiting.ts";

/** The builds of the browser side. */
const DIST = join(ROOT, "dist");

/** A server that serves, in this process or in several. */
export interface Serving {
  /** Where a browser on this machine finds it. */
  readonly url: string;
  readonly smtpPort: number;
  /** For mail programs. */
  readonly submissionPort: number;
  /** With which an empty server is set up; null where that is done. */
  readonly setUpToken: string | null;
  /** Takes in no more, lets what runs end, and leaves the store as it should be found. */
  close(): Promise<void>;
}

/** A server that serves in this process. */
export interface Server extends Serving {
  readonly suite: Suite;
  readonly certificate: CertificateWatch;
  /** As `submissionPort`, with TLS from the first byte; null where there is none. */
  readonly submissionsPort: number | null;
  /** For Prometheus; null where there is none. */
  readonly metricsPort: number | null;
}

/** Opens a server; answers the port and how to close it. */
type OpenServer = (
  suite: Suite,
  certificate: CertificateWatch,
) => Promise<{ port: number; close: () => Promise<void> }>;

/** Builds the suite, while requests are answered with what is waited for. */
async function openWaiting(options: StoreOptions, waiting: Waiting): Promise<Suite> {
  try {
    return await openSuite({ ...options, onWait: waiting.say });
  } finally {
    await waiting.started();
  }
}

/** Builds the suite and opens its servers. */
export async function startServer(
  options: StoreOptions & {
    dist?: string;
    /** Done to the store before anybody can come in. */
    prepare?: (suite: Suite) => Promise<void>;
  },
): Promise<Server> {
  const { config, log } = options;
  const waiting = createWaiting(config, log);
  const suite = await openWaiting(options, waiting);
  const undo = [() => suite.close()];
  const certificate = await watchCertificate(config, mailHost(config), log).catch(
    async (error: unknown) => {
      await closeAll(undo);
      throw error;
    },
  );
  undo.push(async () => certificate.close());
  /** What works for others. Each may need many seconds to end, and none needs another for it. */
  const working: (() => Promise<void>)[] = [];
  const open = async (server: OpenServer): Promise<number> => {
    const { port, close } = await server(suite, certificate);
    working.push(close);
    return port;
  };
  suite.telemetry.watchCertificate(() => new X509Certificate(certificate.current.cert).validToDate);
  try {
    await options.prepare?.(suite);
    suite.recorder.start();
    undo.push(() => suite.recorder.stop());
    const takeOver = createTakeOver(suite.platform);
    undo.push(
      () => takeOver.stop(),
      () => closeTogether(working),
    );
    const { jobs: list, platform } = suite;
    const jobs = await startJobs({ ...platform, takeOver, jobs: list });
    working.push(() => jobs.stop());
    const port = await open((...all) => openHttp(...all, options.dist ?? DIST, waiting));
    if (config.httpsPort !== null) await open((suite) => openRedirect(suite, port));
    const smtpPort = await open(openSmtp);
    working.push(await startOutgoing(suite, takeOver));
    const submissionPort = await open((...all) => openSubmission(...all, false));
    const submissionsPort =
      config.submissionsPort === null ? null : await open((...all) => openSubmission(...all, true));
    const metricsPort = config.metricsPort === null ? null : await open(openMetrics);
    suite.push.start();
    working.push(() => suite.push.stop());
    return {
      suite,
      certificate,
      url:
        config.publicUrl ??
        `${config.httpsPort === null ? "http" : "https"}://${urlHost(config.host)}:${port}`,
      smtpPort,
      submissionPort,
      submissionsPort,
      metricsPort,
      setUpToken: await suite.accounts.setUp.token(),
      close: () => closeAll(undo),
    };
  } catch (error) {
    await closeAll(undo);
    throw error;
  }
}

async function openHttp(
  suite: Suite,
  certificate: CertificateWatch,
  dist: string,
  waiting: Waiting,
) {
  const { accounts, dkim, engine, platform, telemetry } = suite;
  const { config, log, pool } = platform;
  const isSecure = config.httpsPort !== null;
  const server = createHttpServer({
    outboundHttp: suite.platform.outboundHttp,
    ...(isSecure && { certificate: certificate.current }),
    observed: telemetry.observers.request,
    config: { ...config, trustedProxies: config.trustedProxies ?? [] },
    accounts,
    domainChecks: createDomainChecks({
      ...platform,
      accounts,
      dkim,
      host: mailHost(config),
      hasSmarthost: config.smarthost !== null,
    }),
    log,
    dist,
    ready: () => checkReady(waiting.what, pool),
  });
  const { pushed } = registerJmap(server, { accounts, engine, log });
  telemetry.countPushed(pushed);
  registerMailRoutes(server, { ...platform, engine });
  registerPublic(server, { ...platform, accounts, engine });
  certificate.onRenewed((renewed) => server.renew(renewed));
  if (!isSecure && isOpenInTheClear(config))
    log.warn(
      "pages are served to other machines without encryption, so nobody can sign in from there: set ATRIUM_HTTPS_PORT and a certificate, or put a proxy in front (ATRIUM_PUBLIC_URL, ATRIUM_TRUSTED_PROXIES)",
    );
  const wanted = config.httpsPort ?? config.port;
  await listening(
    server.app.listen({ host: config.host, port: wanted }),
    isSecure ? "ATRIUM_HTTPS_PORT" : "ATRIUM_PORT",
    wanted,
  );
  const address = server.app.server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : wanted,
    close: () => server.app.close(),
  };
}

/** Beside HTTPS, the port of those who typed no scheme. */
async function openRedirect({ platform: { config, log } }: Suite, httpsPort: number) {
  const server = createRedirectServer({
    publicUrl: config.publicUrl,
    httpsPort,
    acmeFolder: join(config.data, "acme"),
    log,
  });
  const listen = server.listen(config.port, config.host);
  return {
    port: await listening(listen, "ATRIUM_PORT", config.port),
    close: () => server.close(),
  };
}

async function openSmtp(
  { accounts, engine, platform, telemetry }: Suite,
  certificate: CertificateWatch,
) {
  const { config, ids, log } = platform;
  const hostName = mailHost(config);
  const inbound = createInbound({
    ...platform,
    engine,
    accounts,
    hostName,
    maxSize: config.maxMessageSize,
    arcSealers: config.arcSealers ?? [],
    scanners: createScanners({ ...config, log, observed: telemetry.observers.scan }),
  });
  const server = createSmtpServer({
    inbound,
    ids,
    log,
    hostName,
    certificate: certificate.current,
    observed: (outcome, seconds) => telemetry.observers.message({ door: "smtp", outcome }, seconds),
    refused: (code, text) => telemetry.observers.refusal("smtp", code, text),
    maxMessageSize: config.maxMessageSize,
    proxyFrom: config.smtpProxyFrom ?? [],
  });
  certificate.onRenewed((renewed) => server.renew(renewed));
  const listen = server.listen(config.smtpPort, config.host);
  const port = await listening(listen, "ATRIUM_SMTP_PORT", config.smtpPort);
  return { port, close: () => server.close() };
}

async function openSubmission(
  { accounts, engine, platform, telemetry }: Suite,
  certificate: CertificateWatch,
  implicitTls: boolean,
) {
  const { config } = platform;
  const hostName = mailHost(config);
  const server = createSubmissionServer({
    ...platform,
    ...config,
    submit: createSubmit({ engine, limits: config }),
    accounts,
    hostName,
    certificate: certificate.current,
    observed: (outcome, seconds) =>
      telemetry.observers.message({ door: "submission", outcome }, seconds),
    refused: (code, text) => telemetry.observers.refusal("submission", code, text),
    implicitTls,
    proxyFrom: config.smtpProxyFrom ?? [],
  });
  certificate.onRenewed((renewed) => server.renew(renewed));
  const port = implicitTls ? config.submissionsPort! : config.submissionPort;
  const variable = implicitTls ? "ATRIUM_SUBMISSIONS_PORT" : "ATRIUM_SUBMISSION_PORT";
  const listened = await listening(server.listen(port, config.host), variable, port);
  return { port: listened, close: () => server.close() };
}

async function openMetrics({ platform: { config, log }, telemetry: { metrics } }: Suite) {
  const server = createMetricsServer({ metrics, log });
  const wanted = config.metricsPort!;
  const listen = server.listen(wanted, config.metricsHost);
  const port = await listening(listen, "ATRIUM_METRICS_PORT", wanted);
  return { port, close: () => server.close() };
}

/** Begins to deliver what waits in the queue; answers how to end it. */
async function startOutgoing(
  { accounts, dkim, engine, platform, telemetry }: Suite,
  takeOver: TakeOver,
) {
  const hostName = mailHost(platform.config);
  const { config, log } = platform;
  const scanners = createScanners({ ...config, log, observed: telemetry.observers.scan });
  const queue = createOutgoing({
    ...platform,
    engine,
    local: createLocalDelivery({ ...platform, engine, accounts }),
    dkim,
    hostName,
    takeOver,
    scan: ({ bytes, queueId, mailFrom }) =>
      scanners.scan(
        {
          message: { header: bytes, size: bytes.length, body: async function* () {} },
          envelope: { transactionId: queueId, mailFrom },
          recipients: [],
        },
        { forVirusesAlone: true },
      ).result,
    observed: telemetry.observers.delivery,
  });
  for (const { name } of await accounts.domains.list()) await dkim.prepare(name);
  await queue.start();
  return () => queue.stop();
}

/** An address on which all are listened to is reached as this machine. */
function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
