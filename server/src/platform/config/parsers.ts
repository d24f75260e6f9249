import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { readHosts } from "../db/hosts.ts";
import { availableMemory } from "../memory.ts";

/** What a value should have been, to follow "must be". */
export class Expected extends Error {}

/** The text of a value, and the folder that its relative paths start from. */
export type Parser<T> = (text: string, folder: string) => T;

export const text: Parser<string> = (value) => value;

export const path: Parser<string> = (value, folder) => resolve(folder, value);

export const port: Parser<number> = (value) => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535)
    throw new Expected("a port from 1 to 65535, or 0 for any free one");
  return number;
};

export const oneOf =
  <T extends string>(...choices: readonly T[]): Parser<T> =>
  (value) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new Expected(`one of ${choices.join(", ")}`);
    return found;
  };

const UNITS: Record<string, number> = { "": 1, kB: 1e3, MB: 1e6, GB: 1e9 };

/** A number of bytes: 50MB, 200kB, 1GB or 50000000. */
export const size: Parser<number> = (value) => {
  const [, number, unit] = /^(\d+)\s?(kB|MB|GB|)$/.exec(value) ?? [];
  if (number === undefined || Number(number) === 0)
    throw new Expected("a size such as 50MB, 200kB or 50000000");
  return Number(number) * UNITS[unit!]!;
};

/** A whole number above zero. */
export const count: Parser<number> = (value) => {
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new Expected("a number above zero");
  return Number(value);
};

/** More than that, and the database is what is waited for. */
const MOST_BY_ITSELF = 8;

/** `auto` or how many: `auto` is one for each two processors, which PostgreSQL needs as well, and GB of memory. */
export const processes: Parser<number> = (value) => {
  if (value === "auto") {
    const most = Math.min(MOST_BY_ITSELF, availableParallelism() / 2, availableMemory() / 1e9);
    return Math.max(1, Math.floor(most));
  }
  if (!/^[1-9]\d?$/.test(value)) throw new Expected("auto or a number from 1 to 99");
  return Number(value);
};

const DURATIONS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A length of time in milliseconds: 15s, 30m, 12h, 4d or 0s. */
export const duration: Parser<number> = (value) => {
  const [, number, unit] = /^(\d+)\s?([smhd])$/.exec(value) ?? [];
  if (number === undefined) throw new Expected("a length of time such as 15s, 30m, 12h or 4d");
  return Number(number) * DURATIONS[unit!]!;
};

/** A host name in ASCII. */
export const host: Parser<string> = (value) => {
  if (
    !/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(value)
  )
    throw new Expected("a host name such as mail.example.org");
  return value.toLowerCase();
};

/** Host names, with commas between them. */
export const hosts: Parser<string[]> = (value, folder) =>
  value.split(",").map((part) => host(part.trim(), folder));

function url(value: string, protocols: string[], example: string): URL {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed === null || !protocols.includes(parsed.protocol))
    throw new Expected(`an address such as ${example}`);
  return parsed;
}

/** `https://mail.example.org`: scheme, host and port alone. */
export const origin: Parser<string> = (value) => {
  const example = "https://atrium.example.org";
  const parsed = url(value, ["http:", "https:"], example);
  if (
    parsed.pathname !== "/" ||
    parsed.search !== "" ||
    parsed.hash !== "" ||
    parsed.username !== ""
  )
    throw new Expected(`an address without a path, such as ${example}`);
  return parsed.origin;
};

/** Origins, with commas between them. */
export const origins: Parser<string[]> = (value, folder) =>
  value.split(",").map((part) => origin(part.trim(), folder));

/** `https://cdn.example.org/atrium/`: what assets stand below; ends with a slash. */
export const base: Parser<string> = (value) => {
  const parsed = url(value, ["http:", "https:"], "https://cdn.example.org/atrium/");
  if (parsed.search !== "" || parsed.hash !== "") throw new Expected("an address without ? and #");
  return parsed.href.endsWith("/") ? parsed.href : `${parsed.href}/`;
};

/** S3 takes no smaller parts, but for the last of a whole. */
const LEAST_PART = 5 * 1024 * 1024;

export const partSize: Parser<number> = (value, folder) => {
  const octets = size(value, folder);
  if (octets < LEAST_PART) throw new Expected("6MB or more");
  return octets;
};

/** A bucket's name; some stores allow more than Amazon does. */
export const bucket: Parser<string> = (value) => {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(value) || value.includes(".."))
    throw new Expected("the name of a bucket, such as example-atrium");
  return value;
};

/** What names of objects begin with: ends with a slash. */
export const keyPrefix: Parser<string> = (value) => {
  const parts = value.replace(/\/$/, "").split("/");
  if (!parts.every((part) => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(part)))
    throw new Expected("letters, digits and hyphens with slashes between them, such as atrium");
  return `${parts.join("/")}/`;
};

/** Of one server, or of several with commas between them. */
export const database: Parser<string> = (value) => {
  if (readHosts(value) === null)
    throw new Expected(
      "an address such as postgres://user:password@host:5432/atrium (of several: @one:5432,two:5432), whose target_session_attrs, if any, is read-write",
    );
  return value;
};

/** Another server that takes all outgoing mail. */
interface Smarthost {
  host: string;
  port: number;
  /** TLS from the first byte (smtps); otherwise STARTTLS where it is offered. */
  implicitTls: boolean;
  user: string | null;
  password: string | null;
}

export const smarthost: Parser<Smarthost> = (value) => {
  const example = "smtp://user:password@mail.example.org:587";
  const parsed = url(
    value.includes("://") ? value : `smtp://${value}`,
    ["smtp:", "smtps:"],
    example,
  );
  if (parsed.hostname === "") throw new Expected(`an address such as ${example}`);
  const implicitTls = parsed.protocol === "smtps:";
  return {
    host: parsed.hostname,
    port: Number(parsed.port) || (implicitTls ? 465 : 25),
    implicitTls,
    user: parsed.username === "" ? null : decodeURIComponent(parsed.username),
    password: parsed.password === "" ? null : decodeURIComponent(parsed.password),
  };
};

interface SocketAddress {
  address: string;
  port: number;
}

export const socketAddress: Parser<SocketAddress> = (value) => {
  const [, bracketed, plain, number] = /^(?:\[([^\]]+)\]|([^:]+)):(\d+)$/.exec(value) ?? [];
  const address = bracketed ?? plain ?? "";
  if (isIP(address) === 0 || Number(number) === 0 || Number(number) > 65_535)
    throw new Expected("an address and port such as 127.0.0.1:53 or [::1]:53");
  return { address, port: Number(number) };
};

/** Addresses and networks, with commas between them. */
export const networks: Parser<string[]> = (value) =>
  value.split(",").map((part) => {
    const [address, bits, ...more] = part.trim().split("/");
    const kind = isIP(address!);
    const most = kind === 6 ? 128 : 32;
    const whole = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most);
    if (kind === 0 || !whole || more.length > 0)
      throw new Expected("addresses or networks with commas between them, such as 10.0.0.0/8, ::1");
    return part.trim();
  });

/** A service that listens on a port, or on a socket of this machine. */
type ServiceAddress = { readonly host: string; readonly port: number } | { readonly path: string };

export const serviceAddress: Parser<ServiceAddress> = (value) => {
  if (value.startsWith("/")) return { path: value };
  const [, bracketed, plain, number] = /^(?:\[([^\]]+)\]|([^:/@\s]+)):(\d+)$/.exec(value) ?? [];
  const name = bracketed ?? plain ?? "";
  const isHost = bracketed === undefined ? name !== "" : isIP(name) === 6;
  if (!isHost || Number(number) === 0 || Number(number) > 65_535)
    throw new Expected("a host and port such as 127.0.0.1:3310, or the path of a socket");
  return { host: name, port: Number(number) };
};
