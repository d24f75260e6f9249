import type { EmailRecord } from "@atrium/contract/types/email";
import { readMailto } from "@atrium/formats/mailto";

/** Properties of a mail that say how its list is left (RFC 2369, RFC 8058). */
export const LIST_PROPERTIES = [
  "header:List-Unsubscribe:asURLs",
  "header:List-Unsubscribe-Post:asText",
] as const;

/** How a mail's list is left. */
export type WayOut =
  | { readonly kind: "one-click" }
  | { readonly kind: "mail"; readonly to: string; readonly subject: string; readonly body: string }
  | { readonly kind: "page"; readonly address: string };

/** The best way that a mail offers: by our server at once, by a mail, or on a page of the list. */
export function wayOut(email: EmailRecord): WayOut | undefined {
  const fields = email as Partial<Record<(typeof LIST_PROPERTIES)[number], unknown>>;
  const urls = fields["header:List-Unsubscribe:asURLs"];
  const post = fields["header:List-Unsubscribe-Post:asText"];
  if (!Array.isArray(urls)) return undefined;
  const all = urls.filter((url) => typeof url === "string" && URL.canParse(url)) as string[];
  const page = all.find((url) => /^https:/i.test(url));
  const isOneClick =
    typeof post === "string" && post.trim().toLowerCase() === "list-unsubscribe=one-click";
  // RFC 8058 §4: only where a signature vouches for the field.
  const isSigned = email.authentication?.dkim.some(({ result }) => result === "pass") === true;
  if (page !== undefined && isOneClick && isSigned) return { kind: "one-click" };
  const mail = all.find((url) => /^mailto:/i.test(url));
  const written = mail === undefined ? undefined : mailOf(mail);
  if (written) return written;
  return page === undefined ? undefined : { kind: "page", address: page };
}

/** A mail to one address, as far as lists use it. */
function mailOf(url: string): WayOut | undefined {
  const { to, subject = "unsubscribe", body = "" } = readMailto(url);
  const [address = "", ...others] = to;
  if (others.length > 0 || !/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(address)) return undefined;
  const line = (text: string): string => text.replaceAll(/[\r\n]+/g, " ").slice(0, 500);
  return { kind: "mail", to: address, subject: line(subject), body: line(body) };
}
