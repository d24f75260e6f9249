import { readFileSync } from "node:fs";
import type { Config } from "../../config/index.ts";
import { StartError } from "../../start-error.ts";

/** An S3 store, as the administrator named it. */
export interface S3Settings {
  /** What stands before the names of objects in their addresses. */
  readonly base: string;
  /** The bucket's own address. */
  readonly bucket: string;
  readonly region: string;
  readonly prefix: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Milliseconds for a request. */
  readonly timeout: number;
  readonly attempts: number;
  /** The first pause between two of them (milliseconds). */
  readonly pause: number;
  /** Octets. */
  readonly partSize: number;
  readonly transfers: number;
  /** For people. */
  readonly place: string;
}

const FIRST_PAUSE = 200;

type S3Config = Pick<Config, Extract<keyof Config, `s3${string}`>>;

/**
 * The S3 store of the configuration; `null` where blobs are files.
 * @throws StartError
 */
export function s3Of(config: S3Config): S3Settings | null {
  const { s3Bucket: name, s3Region: region, s3Prefix: prefix, s3AccessKey: accessKey } = config;
  if (name === null) return null;
  if (accessKey === null) throw new StartError("ATRIUM_S3_BUCKET needs ATRIUM_S3_ACCESS_KEY.");
  const endpoint = new URL(config.s3Endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (config.s3PathStyle === "off") endpoint.hostname = `${name}.${endpoint.hostname}`;
  const bucket = config.s3PathStyle === "off" ? endpoint.href : `${endpoint.href}${name}/`;
  return {
    base: bucket + prefix,
    bucket,
    region,
    prefix,
    accessKey,
    secretKey: secretKeyOf(config),
    timeout: config.s3Timeout,
    attempts: config.s3Attempts,
    pause: FIRST_PAUSE,
    partSize: config.s3PartSize,
    transfers: config.s3Transfers,
    place: `s3://${name}/${prefix} at ${endpoint.origin}`,
  };
}

function secretKeyOf({ s3SecretKey, s3SecretKeyFile }: S3Config): string {
  if (s3SecretKey !== null) return s3SecretKey;
  if (s3SecretKeyFile === null)
    throw new StartError(
      "ATRIUM_S3_BUCKET needs ATRIUM_S3_SECRET_KEY or ATRIUM_S3_SECRET_KEY_FILE.",
    );
  let secret: string;
  try {
    secret = readFileSync(s3SecretKeyFile, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`ATRIUM_S3_SECRET_KEY_FILE ${s3SecretKeyFile} cannot be read (${code}).`);
  }
  if (secret === "") throw new StartError(`ATRIUM_S3_SECRET_KEY_FILE ${s3SecretKeyFile} is empty.`);
  return secret;
}
