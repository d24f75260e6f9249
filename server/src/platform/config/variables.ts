import * as parse from "./parsers.ts";
import type { Parser } from "./parsers.ts";

/** One thing that can be configured. In `atrium.toml` its key is the name, also in lower case without `ATRIUM_`. */
export interface Variable<T> {
  name: `ATRIUM_${string}`;
  parse: Parser<T>;
  /** As it would be written; null: nothing is set. */
  default: string | null;
  /** One line for the README. */
  doc: string;
}

const variable = <T>(
  name: `ATRIUM_${string}`,
  parser: Parser<T>,
  text: string,
  doc: string,
): Variable<T> => ({ name, parse: parser, default: text, doc });

/** One that may be left out, which has its own meaning. */
const optional = <T>(
  name: `ATRIUM_${string}`,
  parser: Parser<T>,
  doc: string,
): Variable<T | null> => ({ name, parse: parser, default: null, doc });

/**
 * Everything that can be configured, in the order of the README's table. To add one, add a line: `Config`,
 * the reading, the table and the check of unknown names follow.
 */
export const variables = {
  host: variable(
    "ATRIUM_HOST",
    parse.text,
    "127.0.0.1",
    "Address that the web and mail ports listen on; `0.0.0.0` or `::` for all.",
  ),
  port: variable("ATRIUM_PORT", parse.port, "8080", "Port for browsers and JMAP apps (HTTP)."),
  httpsPort: optional(
    "ATRIUM_HTTPS_PORT",
    parse.port,
    "The same over HTTPS, with the certificate in `ATRIUM_TLS_CERT`. `ATRIUM_PORT` then only redirects there and answers ACME challenges from `acme` in the data folder. Without it, use a proxy for HTTPS.",
  ),
  data: variable(
    "ATRIUM_DATA",
    parse.path,
    "./data",
    "Folder for all data: database, messages, files, secret key.",
  ),
  user: optional(
    "ATRIUM_USER",
    parse.text,
    "Operating system user that Atrium switches to when root starts it; `root` to stay root. Without it, the owner of the database's files, or else `atrium`, which is created if missing.",
  ),
  publicUrl: optional(
    "ATRIUM_PUBLIC_URL",
    parse.origin,
    "Address at which people open Atrium, such as `https://atrium.example.org`. Without it, the address in each request.",
  ),
  assetBase: optional(
    "ATRIUM_ASSET_BASE",
    parse.base,
    "Base address for scripts and styles (a CDN that serves `dist/host`). Without it, `/assets/` on the server.",
  ),
  serviceWorker: variable(
    "ATRIUM_SERVICE_WORKER",
    parse.oneOf("on", "off"),
    "on",
    "Whether browsers install a service worker, so that Atrium opens offline: `on`, or `off`, which also removes it from browsers that have it.",
  ),
  processes: variable(
    "ATRIUM_PROCESSES",
    parse.processes,
    "auto",
    "Number of server processes that share the ports, or `auto`: one for every two processors, but at most one per GB of memory and 8 in all.",
  ),
  databaseUrl: optional(
    "ATRIUM_DATABASE_URL",
    parse.database,
    "PostgreSQL 15 or newer to use instead of the built-in one: `postgres://user:password@host/database`. If you list several servers (`@one:5432,two:5432`), Atrium uses the one that accepts writes.",
  ),
  pgBin: optional(
    "ATRIUM_PG_BIN",
    parse.path,
    "Folder with other PostgreSQL programs to use, such as `/usr/lib/postgresql/15/bin`.",
  ),
  statementTime: variable(
    "ATRIUM_STATEMENT_TIME",
    parse.duration,
    "20s",
    "Time limit for one database statement of a request from a browser or JMAP client, such as a search; then the request fails as too slow. `0s` for no limit. Jobs, backups, migrations and incoming mail are not limited.",
  ),
  s3Bucket: optional(
    "ATRIUM_S3_BUCKET",
    parse.bucket,
    "Bucket in an S3 store for messages and files, instead of the data folder. Each database needs its own bucket or prefix. Without it, the other `ATRIUM_S3_` settings have no effect.",
  ),
  s3Endpoint: optional(
    "ATRIUM_S3_ENDPOINT",
    parse.origin,
    "Address of the S3 store, such as `https://s3.example.org`. Without it, Amazon's address for the region.",
  ),
  s3Region: variable(
    "ATRIUM_S3_REGION",
    parse.host,
    "us-east-1",
    "Region to sign S3 requests for.",
  ),
  s3Prefix: variable(
    "ATRIUM_S3_PREFIX",
    parse.keyPrefix,
    "atrium",
    "Prefix of all object names in the bucket, without the slash.",
  ),
  s3PathStyle: variable(
    "ATRIUM_S3_PATH_STYLE",
    parse.oneOf("on", "off"),
    "on",
    "Whether the bucket is part of the path (`on`) or of the host name (`off`).",
  ),
  s3AccessKey: optional("ATRIUM_S3_ACCESS_KEY", parse.text, "Access key for the S3 store."),
  s3SecretKey: optional(
    "ATRIUM_S3_SECRET_KEY",
    parse.text,
    "Secret key for `ATRIUM_S3_ACCESS_KEY`.",
  ),
  s3SecretKeyFile: optional(
    "ATRIUM_S3_SECRET_KEY_FILE",
    parse.path,
    "File with the secret key, instead of `ATRIUM_S3_SECRET_KEY`.",
  ),
  s3Timeout: variable(
    "ATRIUM_S3_TIMEOUT",
    parse.duration,
    "30s",
    "Time limit for one S3 request, and for a stalled download.",
  ),
  s3Attempts: variable(
    "ATRIUM_S3_ATTEMPTS",
    parse.count,
    "5",
    "How often an S3 request is tried, with growing pauses, before the store counts as unavailable.",
  ),
  s3PartSize: variable(
    "ATRIUM_S3_PART_SIZE",
    parse.partSize,
    "8MB",
    "Larger objects are uploaded in parts of this size.",
  ),
  s3Transfers: variable(
    "ATRIUM_S3_TRANSFERS",
    parse.count,
    "8",
    "How many parts are uploaded at once. Memory used: this times the part size.",
  ),
  smtpPort: variable(
    "ATRIUM_SMTP_PORT",
    parse.port,
    "2525",
    "Port for mail from other servers (SMTP).",
  ),
  submissionPort: variable(
    "ATRIUM_SUBMISSION_PORT",
    parse.port,
    "2587",
    "Port for mail from people's mail apps (SMTP with STARTTLS and sign-in).",
  ),
  submissionsPort: optional(
    "ATRIUM_SUBMISSIONS_PORT",
    parse.port,
    "The same with TLS from the start (usually 465). Without it, this port is closed.",
  ),
  mailHost: optional(
    "ATRIUM_MAIL_HOST",
    parse.host,
    "Host name that this server uses for mail; must match DNS. Without it, the host of `ATRIUM_PUBLIC_URL`, or else the machine's name.",
  ),
  tlsCert: optional(
    "ATRIUM_TLS_CERT",
    parse.path,
    "Certificate chain (PEM) for the mail ports and `ATRIUM_HTTPS_PORT`; a renewed one is loaded within a minute. Without it, Atrium creates a self-signed one, which mail servers accept but mail apps warn about.",
  ),
  tlsKey: optional("ATRIUM_TLS_KEY", parse.path, "Private key (PEM) for `ATRIUM_TLS_CERT`."),
  smarthost: optional(
    "ATRIUM_SMARTHOST",
    parse.smarthost,
    "Server that relays all outgoing mail: `smtp://user:password@host:587`. Without it, mail goes directly to the recipients' servers.",
  ),
  mxPort: variable(
    "ATRIUM_MX_PORT",
    parse.port,
    "25",
    "Port to reach other mail servers on; change it only in a test network.",
  ),
  outboundNetworks: optional(
    "ATRIUM_OUTBOUND_NETWORKS",
    parse.networks,
    "Private addresses or networks that the server may connect to, for push and for mail. Without it, public ones only.",
  ),
  undoSend: variable(
    "ATRIUM_UNDO_SEND",
    parse.duration,
    "15s",
    "How long a sent message is held back, so that sending can be undone.",
  ),
  queueLifetime: variable(
    "ATRIUM_QUEUE_LIFETIME",
    parse.duration,
    "4d",
    "How long delivery is retried before the message bounces.",
  ),
  trashLifetime: variable(
    "ATRIUM_TRASH_LIFETIME",
    parse.duration,
    "30d",
    "How long deleted files and folders stay in the trash of a drive before they are permanently deleted.",
  ),
  maxRecipients: variable(
    "ATRIUM_MAX_RECIPIENTS",
    parse.count,
    "500",
    "How many recipients one message from a user may have.",
  ),
  sendLimit: variable(
    "ATRIUM_SEND_LIMIT",
    parse.count,
    "2000",
    "How many recipients a user may send to in an hour; a message to three recipients counts three.",
  ),
  driveUrl: optional(
    "ATRIUM_DRIVE_URL",
    parse.base,
    "Address of the drive application if another server hosts it. Without it, `/remotes/drive/` on the server.",
  ),
  dns: optional(
    "ATRIUM_DNS",
    parse.socketAddress,
    "Address and port of a DNS server to use instead of the system's: `127.0.0.1:53`.",
  ),
  arcSealers: optional(
    "ATRIUM_ARC_SEALERS",
    parse.hosts,
    "Comma-separated domains of mailing lists and forwarders whose ARC seals are trusted: their mail is accepted even if its DMARC policy would reject it.",
  ),
  rspamd: optional(
    "ATRIUM_RSPAMD",
    parse.origin,
    "Address of rspamd's worker, such as `http://127.0.0.1:11333`, which then decides what is junk. Without it, or while it does not answer, Atrium decides.",
  ),
  rspamdController: optional(
    "ATRIUM_RSPAMD_CONTROLLER",
    parse.origin,
    "Address of rspamd's controller, such as `http://127.0.0.1:11334`, so that rspamd learns from what people report. It must accept requests from this server without a password.",
  ),
  clamd: optional(
    "ATRIUM_CLAMD",
    parse.serviceAddress,
    "Address of ClamAV's daemon, such as `127.0.0.1:3310` or `/run/clamav/clamd.ctl`. Mail with a virus is then held in quarantine instead of being delivered.",
  ),
  unscanned: variable(
    "ATRIUM_UNSCANNED",
    parse.oneOf("accept", "defer"),
    "defer",
    "What happens to mail while `ATRIUM_CLAMD` is set but does not answer: `defer` asks the sending server to try again later, `accept` delivers it without a scan.",
  ),
  trustedProxies: optional(
    "ATRIUM_TRUSTED_PROXIES",
    parse.networks,
    "Comma-separated addresses or networks of proxies whose `X-Forwarded-` headers are trusted.",
  ),
  plainHttp: variable(
    "ATRIUM_PLAIN_HTTP",
    parse.oneOf("refuse", "allow"),
    "refuse",
    "Whether other machines may sign in over unencrypted HTTP: `refuse` or `allow`. Allow it only where nobody can eavesdrop, such as in a VPN.",
  ),
  clientOrigins: optional(
    "ATRIUM_CLIENT_ORIGINS",
    parse.origins,
    "Comma-separated addresses of other web clients that may use JMAP with a Bearer token, such as `https://mail.example.com`. Without it, none.",
  ),
  smtpProxyFrom: optional(
    "ATRIUM_SMTP_PROXY_FROM",
    parse.networks,
    "Addresses or networks that may send PROXY (before TLS, on ports with TLS from the start) or XCLIENT on the SMTP ports. Mail that they send in their own name is not checked by SPF, DKIM and DMARC.",
  ),
  secretKeyFile: optional(
    "ATRIUM_SECRET_KEY_FILE",
    parse.path,
    "File with the secret key for signing and encryption, created at the first start. Without it, `secret.key` in the data folder.",
  ),
  metricsPort: optional(
    "ATRIUM_METRICS_PORT",
    parse.port,
    "Port for Prometheus (`/metrics`), without a password. Without it, this port is closed.",
  ),
  metricsHost: variable(
    "ATRIUM_METRICS_HOST",
    parse.text,
    "127.0.0.1",
    "Address that the metrics port listens on; anyone who can reach it can read the metrics.",
  ),
  logLevel: variable(
    "ATRIUM_LOG_LEVEL",
    parse.oneOf("error", "warn", "info", "debug", "trace"),
    "info",
    "Log level: `error`, `warn`, `info`, `debug` or `trace`.",
  ),
  maxMessageSize: variable(
    "ATRIUM_MAX_MESSAGE_SIZE",
    parse.size,
    "50MB",
    "Largest message that is accepted.",
  ),
  maxUploadSize: variable(
    "ATRIUM_MAX_UPLOAD_SIZE",
    parse.size,
    "250MB",
    "Largest file that can be uploaded.",
  ),
  quota: optional(
    "ATRIUM_QUOTA",
    parse.size,
    "Storage quota of each account for messages and files together, such as `10GB`. Without it, no limit.",
  ),
  quotaEmails: optional(
    "ATRIUM_QUOTA_EMAILS",
    parse.count,
    "How many messages each account may keep. Without it, no limit.",
  ),
} as const;

type Variables = typeof variables;

/** The configuration, read and checked. Paths are absolute. */
export type Config = {
  -readonly [Key in keyof Variables]: Variables[Key] extends Variable<infer T> ? T : never;
};

/** The README's table. */
export function configTable(): string {
  const rows = Object.values(variables).map(
    ({ name, default: text, doc }) =>
      `| \`${name}\` | ${text === null ? "" : `\`${text}\``} | ${doc} |`,
  );
  return ["| variable | default | meaning |", "|---|---|---|", ...rows].join("\n");
}
