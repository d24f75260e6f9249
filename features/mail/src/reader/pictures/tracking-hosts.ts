/** Hosts that are named; more is a crowd. */
const NAMED = 3;

/** Whose tracking pixels a message has: the first few host names, each once, and how many more there are. */
export function trackingHosts(addresses: readonly string[]): {
  readonly named: readonly string[];
  readonly others: number;
} {
  const hosts = new Set(addresses.map(hostOf));
  hosts.delete("");
  return { named: [...hosts].slice(0, NAMED), others: Math.max(0, hosts.size - NAMED) };
}

function hostOf(address: string): string {
  const whole = address.startsWith("//") ? `https:${address}` : address;
  return URL.canParse(whole) ? new URL(whole).hostname : "";
}
