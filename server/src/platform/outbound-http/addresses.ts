import { BlockList, isIP } from "node:net";

/** RFC 6890 and IANA's special-purpose registries: what is not the public Internet, as far as IPv4 goes. */
const NOT_PUBLIC_4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
/** Of IPv6 only this is given out at all … */
const GLOBAL_6 = ["2000::/3"];
/** … but for these: protocols, documentation, and tunnels that lead to any IPv4 address. */
const NOT_PUBLIC_6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const notPublic4 = listOf(NOT_PUBLIC_4);
const global6 = listOf(GLOBAL_6);
const notPublic6 = listOf(NOT_PUBLIC_6);

/** Whether an address is one of the public Internet's. No for what is no address. */
export function isPublicAddress(address: string): boolean {
  const plain = withoutMapping(address);
  if (isIP(plain) === 4) return !notPublic4.check(plain, "ipv4");
  return isIP(plain) === 6 && global6.check(plain, "ipv6") && !notPublic6.check(plain, "ipv6");
}

/** Whether the server may open a connection to an address. */
export type MayConnect = (address: string) => boolean;

/** Public addresses, and what the configuration allows beside them. */
export function outboundRule(networks: readonly string[] | null): MayConnect {
  const allowed = listOf(networks ?? []);
  return (address) => {
    const plain = withoutMapping(address);
    const kind = isIP(plain);
    if (kind === 0) return false;
    return isPublicAddress(plain) || allowed.check(plain, kind === 4 ? "ipv4" : "ipv6");
  };
}

/** `::ffff:10.0.0.1` reaches 10.0.0.1, in whichever way it is written. A zone makes an address a local one. */
function withoutMapping(address: string): string {
  if (isIP(address) !== 6 || address.includes("%")) return address;
  const { hostname } = new URL(`http://[${address}]`);
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname);
  if (mapped === null) return hostname.slice(1, -1);
  const bits = parseInt(mapped[1]!, 16) * 65_536 + parseInt(mapped[2]!, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split("/");
    const kind = isIP(address!) === 4 ? "ipv4" : "ipv6";
    list.addSubnet(
      address!,
      bits === undefined ? (kind === "ipv4" ? 32 : 128) : Number(bits),
      kind,
    );
  }
  return list;
}
