import { X509Certificate, createPrivateKey, randomUUID } from "node:crypto";
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/index.ts";
import type { Log } from "../log/index.ts";
import { StartError } from "../start-error.ts";

/** A certificate chain and its private key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** In the data folder, certificate and key together, so that they cannot come apart. */
const OWN_FILE = "mail-tls.pem";
const DAY = 86_400_000;
const OWN_LIFETIME = 3650 * DAY;
/** One that ends sooner than this is made again. */
const OWN_MARGIN = 30 * DAY;

/**
 * The certificate that mail servers and mail programs are shown: the configured one, or one made by ourselves for
 * this host name, which is kept so that programs that were set to trust it go on doing so.
 * @throws StartError when the configured one cannot be used.
 */
export async function serverCertificate(
  config: Pick<Config, "tlsCert" | "tlsKey" | "data">,
  hostName: string,
): Promise<Certificate> {
  const found = await readCertificate(config);
  if (found !== null && (config.tlsCert !== null || isGood(found.cert, hostName))) return found;
  const path = join(config.data, OWN_FILE);
  const { cert, key } = await selfSigned(hostName);
  const pem = `${cert}${key}`;
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, pem, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
  return { cert: pem, key: pem };
}

/**
 * The configured certificate, or the one that we made earlier as it stands; null when there is none yet.
 * @throws StartError when the configured one cannot be used.
 */
export async function readCertificate(
  config: Pick<Config, "tlsCert" | "tlsKey" | "data">,
): Promise<Certificate | null> {
  const { tlsCert, tlsKey, data } = config;
  if (tlsCert !== null && tlsKey !== null) return await configured(tlsCert, tlsKey);
  if (tlsCert !== null || tlsKey !== null)
    throw new StartError("Set ATRIUM_TLS_CERT and ATRIUM_TLS_KEY together, or neither.");
  const kept = await readFile(join(data, OWN_FILE), "utf8").catch(() => null);
  return kept === null ? null : { cert: kept, key: kept };
}

/** How often a certificate is looked at, whether it was renewed (milliseconds). */
const LOOK_EVERY = 60_000;

/** A certificate that may be renewed while it is in use. */
export interface CertificateWatch {
  readonly current: Certificate;
  /** Called with each new one. */
  onRenewed(listener: (certificate: Certificate) => void): void;
  /** Looks now. One that cannot be used is logged, and the one before stays. */
  look(): Promise<void>;
  close(): void;
}

/**
 * The server's certificate, now and whenever its files change.
 * @throws StartError when the configured one cannot be used at the start.
 */
export async function watchCertificate(
  config: Pick<Config, "tlsCert" | "tlsKey" | "data">,
  hostName: string,
  log: Log,
): Promise<CertificateWatch> {
  let current = await serverCertificate(config, hostName);
  const listeners: ((certificate: Certificate) => void)[] = [];
  const watch: CertificateWatch = {
    get current() {
      return current;
    },
    onRenewed: (listener) => void listeners.push(listener),
    async look() {
      try {
        const found = await serverCertificate(config, hostName);
        if (found.cert === current.cert && found.key === current.key) return;
        for (const listener of listeners) listener(found);
        current = found;
        log.info(
          { until: new X509Certificate(found.cert).validTo },
          "loaded a renewed certificate",
        );
      } catch (err) {
        log.error({ err }, "could not load the new certificate");
      }
    },
    close: () => clearInterval(timer),
  };
  const timer = setInterval(() => void watch.look(), LOOK_EVERY);
  timer.unref();
  return watch;
}

/** One that nobody vouches for, as mail servers take it from each other. */
export async function selfSigned(hostName: string): Promise<Certificate> {
  // It takes longer to load than most commands take, and is needed once.
  const { generate } = await import("selfsigned");
  const made = await generate([{ name: "commonName", value: hostName }], {
    algorithm: "sha256",
    keySize: 2048,
    notAfterDate: new Date(Date.now() + OWN_LIFETIME),
  });
  return { cert: `${made.cert.trim()}\n`, key: `${made.private.trim()}\n` };
}

async function configured(certPath: string, keyPath: string): Promise<Certificate> {
  const read = async (variable: string, path: string): Promise<string> => {
    try {
      return await readFile(path, "utf8");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new StartError(`${variable} cannot be read: ${path} (${code}).`);
    }
  };
  const cert = await read("ATRIUM_TLS_CERT", certPath);
  const key = await read("ATRIUM_TLS_KEY", keyPath);
  try {
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return { cert, key };
  } catch {
    throw new StartError(`${certPath} or ${keyPath} is not a certificate or key in PEM form.`);
  }
  throw new StartError(`The key in ${keyPath} does not belong to the certificate in ${certPath}.`);
}

function isGood(pem: string, hostName: string): boolean {
  try {
    const certificate = new X509Certificate(pem);
    return (
      certificate.checkPrivateKey(createPrivateKey(pem)) &&
      certificate.checkHost(hostName, { subject: "always" }) !== undefined &&
      certificate.validToDate.getTime() > Date.now() + OWN_MARGIN
    );
  } catch {
    return false;
  }
}
