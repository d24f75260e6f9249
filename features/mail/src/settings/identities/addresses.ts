import type { EmailAddress } from "@atrium/contract/types/email";

/** Addresses as they are typed: `Ann <ann@example.org>, ben@example.org`. */
export function formatAddresses(list: readonly EmailAddress[] | null): string {
  return (list ?? []).map(({ name, email }) => (name ? `${name} <${email}>` : email)).join(", ");
}

/** The addresses in what was typed; null for none, `undefined` when one of them is no address. */
export function parseAddresses(text: string): readonly EmailAddress[] | null | undefined {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length === 0) return null;
  const list = parts.map(parseOne);
  return list.every((one) => one !== undefined) ? list : undefined;
}

function parseOne(text: string): EmailAddress | undefined {
  const named = /^"?([^"<>]*)(?:"\s*)?<([^<>]+)>$/.exec(text);
  const email = (named?.[2] ?? text).trim();
  if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(email)) return undefined;
  return { name: named?.[1]?.trim() || null, email };
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether a copy of everything sent goes to the address. */
export const hasCopy = (bcc: readonly EmailAddress[] | null, address: string): boolean =>
  (bcc ?? []).some(({ email }) => isSame(email, address));

/** The same list with or without the address; others stay. */
export function withCopy(
  bcc: readonly EmailAddress[] | null,
  address: string,
  isWanted: boolean,
): readonly EmailAddress[] | null {
  const others = (bcc ?? []).filter(({ email }) => !isSame(email, address));
  const list = isWanted ? [...others, { name: null, email: address }] : others;
  return list.length === 0 ? null : list;
}
