import { isIPv6 } from "node:net";

/** The name below which DNS keeps an address's names (RFC 1035 §3.5, RFC 3596 §2.5). */
export function reverseName(address: string): string {
  if (!isIPv6(address)) return `${address.split(".").reverse().join(".")}.in-addr.arpa`;
  return `${hexDigits(address).reverse().join(".")}.ip6.arpa`;
}

/** The 32 digits of an IPv6 address. */
function hexDigits(address: string): string[] {
  const groups = address
    .replace(/%.*$/s, "")
    // An IPv4 address at the end stands for the last two groups.
    .replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_all, ...parts: string[]) => {
      const [a, b, c, d] = parts.map(Number) as [number, number, number, number];
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    });
  const [head = "", tail] = groups.split("::");
  const split = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const [front, back] = [split(head), split(tail ?? "")];
  const middle = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill("0");
  return [...front, ...middle, ...back].flatMap((group) => group.padStart(4, "0").split(""));
}
