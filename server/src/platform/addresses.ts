import { BlockList, isIP } from "node:net";

/** Whether a host, by its address or as `localhost`, is this machine itself. In a URL ::1 has brackets. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|(::ffff:)?127\.[\d.]+|::1|\[::1\])$/i.test(host);

/** Answers whether an address is one of these, or in one of these networks (CIDR); what is no address is not. */
export function addressesIn(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const kind = kindOf(address);
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  return (address) => {
    const plain = withoutMapping(address);
    return isIP(plain) !== 0 && list.check(plain, kindOf(plain));
  };
}

const kindOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 4 ? "ipv4" : "ipv6");

/** `::ffff:10.0.0.1` reaches 10.0.0.1, in whichever way it is written. A zone makes an address a local one. */
export function withoutMapping(address: string): string {
  if (isIP(address) !== 6 || address.includes("%")) return address;
  const { hostname } = new URL(`http://[${address}]`);
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname);
  if (mapped === null) return hostname.slice(1, -1);
  const bits = parseInt(mapped[1]!, 16) * 65_536 + parseInt(mapped[2]!, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
}
