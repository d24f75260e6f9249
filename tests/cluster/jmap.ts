import type { Person } from "./bench.ts";

/** An answer of a server that could not do what it was asked, such as while its database is away. */
export class NotNow extends Error {}

const USING = [
  "urn:ietf:params:jmap:core",
  "urn:ietf:params:jmap:mail",
  "urn:ietf:params:jmap:submission",
];

/** Calls one method at a node, or through the balancer. @throws NotNow, or what `fetch` throws. */
export async function call<T = Record<string, unknown>>(
  url: string,
  { token, accountId }: Person,
  method: string,
  args: object,
): Promise<T> {
  const response = await fetch(`${url}/jmap/api`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ using: USING, methodCalls: [[method, { accountId, ...args }, "0"]] }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (response.status >= 500) throw new NotNow(`${response.status} ${text}`);
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  const [name, answer] = (
    JSON.parse(text) as { methodResponses: [string, T & { type?: string }][] }
  ).methodResponses[0]!;
  if (name !== "error") return answer;
  if (answer.type === "serverUnavailable") throw new NotNow(text);
  throw new Error(text);
}

/** A mailbox by its role. */
export async function mailboxId(url: string, person: Person, role: string): Promise<string> {
  const { ids } = await call<{ ids: string[] }>(url, person, "Mailbox/query", { filter: { role } });
  return ids[0]!;
}
