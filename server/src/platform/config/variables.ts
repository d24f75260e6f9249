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
    "Address on which the browser side and SMTP are served; `0.0.0.0` or `::` for all.",
  ),
  port: variable("ATRIUM_PORT", parse.port, "8080", "Port of the browser side (HTTP)."),
  httpsPort: optional(
    "ATRIUM_HTTPS_PORT",
    parse.port,
    "Port of the browser side over HTTPS, with `ATRIUM_TLS_CERT`; `ATRIUM_PORT` then only leads there (and answers ACME challenges from `acme` in the data folder). Without it, HTTPS is the business of a proxy.",
  ),
  data: variable(
    "ATRIUM_DATA",
    parse.path,
    "./data",
    "Folder of everything that is kept: database, messages, files, secret key.",
  ),
  user: optional(
    "ATRIUM_USER",
    parse.text,
    "User of the operating system whom Atrium becomes when root starts it; `root` to stay root. Without it, the owner of the database's files, or `atrium`, who is made if need be.",
  ),
  publicUrl: optional(
    "ATRIUM_PUBLIC_URL",
    parse.origin,
    "Address under which people open Atrium, such as `https://atrium.example.org`. Without it, the address that a request names.",
  ),
  assetBase: optional(
    "ATRIUM_ASSET_BASE",
    parse.base,
    "Address below which scripts and styles are fetched (a CDN that serves `dist/host`). Without it, `/assets/` of the server.",
  ),
  serviceWorker: variable(
    "ATRIUM_SERVICE_WORKER",
    parse.oneOf("on", "off"),
    "on",
    "Whether browsers keep the program, so that it starts without network: `on` or `off`, which also takes it away where it is.",
  ),
  processes: variable(
    "ATRIUM_PROCESSES",
    parse.processes,
    "auto",
    "Processes that serve behind the same ports, each on a processor of its own: a number, or `auto` for one to each two processors and GB of memory, 8 at most.",
  ),
  databaseUrl: optional(
    "ATRIUM_DATABASE_URL",
    parse.database,
    "PostgreSQL 15 or newer to use instead of the one that comes along: `postgres://user:password@host/database`. Of several servers (`@one:5432,two:5432`) the one that takes writes is used, whichever it is.",
  ),
  pgBin: optional(
    "ATRIUM_PG_BIN",
    parse.path,
    "Folder of other PostgreSQL programs to run, such as `/usr/lib/postgresql/15/bin`.",
  ),
  statementTime: variable(
    "ATRIUM_STATEMENT_TIME",
    parse.duration,
    "20s",
    "How long a single statement to the database may take that answers a request of a browser or a JMAP client, such as a search; then the request is told that it took too long. `0s` for any time. Jobs, backups, migrations and arriving mail have no limit.",
  ),
  s3Bucket: optional(
    "ATRIUM_S3_BUCKET",
    parse.bucket,
    "Bucket of an S3 store that keeps messages and files instead of the data folder, for one database alone. Without it, none of the `ATRIUM_S3_` settings counts.",
  ),
  s3Endpoint: optional(
    "ATRIUM_S3_ENDPOINT",
    parse.origin,
    "Address of the S3 store, such as `https://s3.example.org`. Without it, Amazon's of the region.",
  ),
  s3Region: variable(
    "ATRIUM_S3_REGION",
    parse.host,
    "us-east-1",
    "Region that requests to the S3 store are signed for.",
  ),
  s3Prefix: variable(
    "ATRIUM_S3_PREFIX",
    parse.keyPrefix,
    "atrium",
    "What the names of all objects in the bucket begin with, before a slash.",
  ),
  s3PathStyle: variable(
    "ATRIUM_S3_PATH_STYLE",
    parse.oneOf("on", "off"),
    "on",
    "Whether the bucket stands in the path of an address (`on`) or before the name of its host (`off`).",
  ),
  s3AccessKey: optional("ATRIUM_S3_ACCESS_KEY", parse.text, "Access key of the S3 store."),
  s3SecretKey: optional(
    "ATRIUM_S3_SECRET_KEY",
    parse.text,
    "Secret key of `ATRIUM_S3_ACCESS_KEY`.",
  ),
  s3SecretKeyFile: optional(
    "ATRIUM_S3_SECRET_KEY_FILE",
    parse.path,
    "File that holds the secret key, instead of `ATRIUM_S3_SECRET_KEY`.",
  ),
  s3Timeout: variable(
    "ATRIUM_S3_TIMEOUT",
    parse.duration,
    "30s",
    "How long one request to the S3 store may take, and a download stand still.",
  ),
  s3Attempts: variable(
    "ATRIUM_S3_ATTEMPTS",
    parse.count,
    "5",
    "How often a request to the S3 store is tried, with growing pauses, before whoever waits for it hears that the store is away.",
  ),
  s3PartSize: variable(
    "ATRIUM_S3_PART_SIZE",
    parse.partSize,
    "8MB",
    "What is larger goes to the S3 store in parts of this size.",
  ),
  s3Transfers: variable(
    "ATRIUM_S3_TRANSFERS",
    parse.count,
    "8",
    "How many parts are sent to the S3 store at the same time; times the size of a part, the memory that they take.",
  ),
  smtpPort: variable(
    "ATRIUM_SMTP_PORT",
    parse.port,
    "2525",
    "Port on which mail arrives from other servers (SMTP).",
  ),
  submissionPort: variable(
    "ATRIUM_SUBMISSION_PORT",
    parse.port,
    "2587",
    "Port on which people's mail programs hand in mail (SMTP with STARTTLS and sign-in).",
  ),
  submissionsPort: optional(
    "ATRIUM_SUBMISSIONS_PORT",
    parse.port,
    "The same with TLS from the first byte (465 elsewhere). Without it, there is no such port.",
  ),
  mailHost: optional(
    "ATRIUM_MAIL_HOST",
    parse.host,
    "Name of this server among mail servers, as its DNS entries say it. Without it, the host of `ATRIUM_PUBLIC_URL` or of the machine.",
  ),
  tlsCert: optional(
    "ATRIUM_TLS_CERT",
    parse.path,
    "Certificate chain (PEM) for mail servers, mail programs and `ATRIUM_HTTPS_PORT`; a renewed one is taken within a minute. Without it, one made by Atrium itself, which mail servers take and people's programs warn of.",
  ),
  tlsKey: optional("ATRIUM_TLS_KEY", parse.path, "Private key (PEM) of `ATRIUM_TLS_CERT`."),
  smarthost: optional(
    "ATRIUM_SMARTHOST",
    parse.smarthost,
    "Server that takes all outgoing mail: `smtp://user:password@host:587`. Without it, mail goes to the recipients' own servers.",
  ),
  mxPort: variable(
    "ATRIUM_MX_PORT",
    parse.port,
    "25",
    "Port on which other mail servers are reached; another than 25 only in a test network.",
  ),
  outboundNetworks: optional(
    "ATRIUM_OUTBOUND_NETWORKS",
    parse.networks,
    "Addresses or networks that are not public and that the server may connect to all the same, for push and for mail.",
  ),
  undoSend: variable(
    "ATRIUM_UNDO_SEND",
    parse.duration,
    "15s",
    "How long a mail that a person sends is held back, so that sending can be undone.",
  ),
  queueLifetime: variable(
    "ATRIUM_QUEUE_LIFETIME",
    parse.duration,
    "4d",
    "How long delivery is tried before the sender is told that it failed.",
  ),
  maxRecipients: variable(
    "ATRIUM_MAX_RECIPIENTS",
    parse.count,
    "500",
    "How many recipients a mail that a person sends may have.",
  ),
  sendLimit: variable(
    "ATRIUM_SEND_LIMIT",
    parse.count,
    "2000",
    "To how many recipients a person may send in an hour; a mail to three of them counts three.",
  ),
  driveUrl: optional(
    "ATRIUM_DRIVE_URL",
    parse.base,
    "Address of the drive application when another server serves it. Without it, `/remotes/drive/` of the server.",
  ),
  dns: optional(
    "ATRIUM_DNS",
    parse.socketAddress,
    "Address and port of a name server to ask instead of the system's: `127.0.0.1:53`.",
  ),
  arcSealers: optional(
    "ATRIUM_ARC_SEALERS",
    parse.hosts,
    "Domains, with commas between them, of mailing lists and forwarders whose ARC seals are believed: their mail is taken though its DMARC policy would refuse it.",
  ),
  trustedProxies: optional(
    "ATRIUM_TRUSTED_PROXIES",
    parse.networks,
    "Addresses or networks, with commas between them, whose `X-Forwarded-` headers count.",
  ),
  plainHttp: variable(
    "ATRIUM_PLAIN_HTTP",
    parse.oneOf("refuse", "allow"),
    "refuse",
    "Whether other machines may sign in over unencrypted HTTP: `refuse` or `allow`. Allow it only where nobody else can listen, as inside a VPN.",
  ),
  clientOrigins: optional(
    "ATRIUM_CLIENT_ORIGINS",
    parse.origins,
    "Web clients of other addresses that may speak JMAP with a Bearer token, such as `https://mail.example.com`, with commas between them. Without it, none.",
  ),
  smtpProxyFrom: optional(
    "ATRIUM_SMTP_PROXY_FROM",
    parse.networks,
    "Addresses or networks that may speak PROXY (on ports with TLS from the first byte: before that) or XCLIENT on the SMTP ports. Mail that they bring in their own name is not checked by SPF, DKIM and DMARC.",
  ),
  secretKeyFile: optional(
    "ATRIUM_SECRET_KEY_FILE",
    parse.path,
    "File of the key that signs and seals; made at the first start. Without it, `secret.key` in the data folder.",
  ),
  metricsPort: optional(
    "ATRIUM_METRICS_PORT",
    parse.port,
    "Port on which Prometheus reads `/metrics`, without a password. Without it, there is no such port.",
  ),
  metricsHost: variable(
    "ATRIUM_METRICS_HOST",
    parse.text,
    "127.0.0.1",
    "Address of that port; whoever reaches it reads the figures.",
  ),
  logLevel: variable(
    "ATRIUM_LOG_LEVEL",
    parse.oneOf("error", "warn", "info", "debug", "trace"),
    "info",
    "What is logged: `error`, `warn`, `info`, `debug` or `trace`.",
  ),
  maxMessageSize: variable(
    "ATRIUM_MAX_MESSAGE_SIZE",
    parse.size,
    "50MB",
    "Largest message that is taken in.",
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
    "What each account may keep in messages and files together, such as `10GB`. Without it, as much as there is room for.",
  ),
  quotaEmails: optional(
    "ATRIUM_QUOTA_EMAILS",
    parse.count,
    "How many messages each account may keep. Without it, any number.",
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
