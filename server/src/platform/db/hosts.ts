/** Where a server listens; a host that begins with a slash is the folder of a socket. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** The address of a database, taken apart. */
export interface Hosts {
  readonly hosts: readonly Host[];
  /** The address with the first host alone, which is an ordinary URL. */
  readonly plain: string;
  /** The hosts as a person may read them; without user and password. */
  readonly name: string;
  readonly database: string;
}

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?].*)?$/;
const PORT = 5432;

/**
 * Splits `postgresql://user:password@one:5432,two:5433/name` as libpq does: each host may have a port of its own.
 * `null` for what is no address of a database, or asks for another server than one that takes writes.
 */
export function readHosts(address: string): Hosts | null {
  const [, front, list, rest = ""] = ADDRESS.exec(address) ?? [];
  if (front === undefined || list === undefined) return null;
  const parts = list.split(",");
  const plain = `${front}${parts[0]}${rest}`;
  if (!parts.every((part) => URL.canParse(`${front}${part}${rest}`))) return null;
  const { pathname, searchParams } = new URL(plain);
  const wanted = searchParams.get("target_session_attrs") ?? "read-write";
  if (wanted !== "read-write" && wanted !== "primary") return null;
  return {
    hosts: parts.map(readHost),
    plain,
    name: parts.map((part) => decodeURIComponent(part)).join(", "),
    database: pathname.slice(1),
  };
}

function readHost(part: string): Host {
  const { hostname, port } = new URL(`postgres://${part}`);
  const host = decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1");
  return { host, port: port === "" ? PORT : Number(port) };
}
