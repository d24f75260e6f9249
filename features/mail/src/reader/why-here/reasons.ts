import type { EmailAddress, EmailHeader, EmailRecord } from "@atrium/contract/types/email";

/** Why a message is in an account, as far as the account can know. */
export type Reason =
  /** It was sent to the person's main address. */
  | { readonly kind: "you" }
  /** To another of its addresses, or one with a detail after a plus sign. */
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "copy"; readonly address: string }
  /** The address is in neither To nor Cc. */
  | { readonly kind: "blind"; readonly address: string }
  | { readonly kind: "group"; readonly name: string; readonly address: string }
  | { readonly kind: "list"; readonly list: string };

/** A group of the organisation that has an address. */
export interface GroupAddress {
  readonly name: string;
  readonly address: string;
}

/** Characters of a list's name that are shown. */
const LONGEST = 200;

/**
 * The address at which our server received the message for this account alone, as sent and without a detail. It is what
 * the server writes right below `Return-Path`, above everything that others wrote; absent where several addresses of one
 * copy would give each other away.
 */
export function deliveredTo(
  headers: readonly EmailHeader[],
): { readonly address: string; readonly original: string } | undefined {
  const [path, to, original] = headers;
  if (!path || !to || nameOf(path) !== "return-path" || nameOf(to) !== "delivered-to")
    return undefined;
  const address = valueOf(to);
  const isOriginal = original !== undefined && nameOf(original) === "x-original-to";
  return { address, original: isOriginal ? valueOf(original) : address };
}

/**
 * @param own the account's addresses
 * @param you the person's own main address; absent in a shared account
 * @param group the group that `deliveredTo` is the address of
 */
export function reasonsOf(
  email: Pick<EmailRecord, "to" | "cc">,
  headers: readonly EmailHeader[],
  { own, you, group }: { own: readonly string[]; you?: string; group?: GroupAddress | undefined },
): readonly Reason[] {
  const reasons: Reason[] = [];
  const delivered = deliveredTo(headers);
  if (group) reasons.push({ kind: "group", ...group });
  const candidates = [
    ...(delivered && !group ? [delivered.original, delivered.address] : []),
    ...(you === undefined ? [] : [you]),
    ...own,
  ];
  const to = candidates.find((address) => isAmong(address, email.to));
  const cc = candidates.find((address) => isAmong(address, email.cc));
  if (to !== undefined)
    reasons.push(
      you !== undefined && isSame(to, you) ? { kind: "you" } : { kind: "address", address: to },
    );
  else if (cc !== undefined) reasons.push({ kind: "copy", address: cc });
  const list = group ? undefined : listOf(headers);
  if (list !== undefined) reasons.push({ kind: "list", list });
  // Only where the server has noted the address is it certain that no other of the account's was written to.
  else if (reasons.length === 0 && delivered)
    reasons.push({ kind: "blind", address: delivered.original });
  return reasons;
}

/** The name of a mailing list, or its identifier (RFC 2919). */
function listOf(headers: readonly EmailHeader[]): string | undefined {
  const field = headers.find((header) => nameOf(header) === "list-id");
  if (!field) return undefined;
  const value = valueOf(field);
  const at = value.lastIndexOf("<");
  const name = (at > 0 ? value.slice(0, at) : "").replaceAll('"', "").trim();
  // What is not written in ASCII is left to the identifier.
  const isPlain = name !== "" && !name.includes("=?");
  const shown = isPlain
    ? name
    : value
        .slice(at + 1)
        .replace(/>$/, "")
        .trim();
  return shown === "" ? undefined : shown.slice(0, LONGEST);
}

const nameOf = ({ name }: EmailHeader): string => name.toLowerCase();
const valueOf = ({ value }: EmailHeader): string => value.replaceAll(/\r?\n/g, "").trim();
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const isAmong = (address: string, list: readonly EmailAddress[] | null): boolean =>
  list?.some(({ email }) => isSame(email, address)) === true;
