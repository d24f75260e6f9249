import { isIP } from "node:net";
import { addressesIn, withoutMapping } from "../addresses.ts";

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

const notPublic4 = addressesIn(NOT_PUBLIC_4);
const global6 = addressesIn(GLOBAL_6);
const notPublic6 = addressesIn(NOT_PUBLIC_6);

/** Whether an address is one of the public Internet's. No for what is no address. */
export function isPublicAddress(address: string): boolean {
  const plain = withoutMapping(address);
  return isIP(plain) === 4 ? !notPublic4(plain) : global6(plain) && !notPublic6(plain);
}

/** Whether the server may open a connection to an address. */
export type MayConnect = (address: string) => boolean;

/** Public addresses, and what the configuration allows beside them. */
export function outboundRule(networks: readonly string[] | null): MayConnect {
  const allowed = addressesIn(networks ?? []);
  return (address) => isPublicAddress(address) || allowed(address);
}
