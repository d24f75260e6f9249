import type { EmailRecord } from "@atrium/contract/types/email";
import { oneClickAddress } from "@atrium/formats/list-unsubscribe";
import { mistrust } from "../link-guard/mistrust.ts";
import { readMailto } from "@atrium/formats/mailto";

/** Properties of a mail that say how its list is left (RFC 2369, RFC 8058). */
export const LIST_PROPERTIES = [
  "header:List-Unsubscribe:asURLs",
  "header:List-Unsubscribe-Post:asText",
] as const;

/** How a mail's list is left. */
export type WayOut =
  | { readonly kind: "one-click"; /** Whom our server asks. */ readonly host: string }
  | { readonly kind: "mail"; readonly to: string; readonly subject: string; readonly body: string }
  | { readonly kind: "page"; readonly address: string };

/** The best way that a mail offers: by our server at once, by a mail, or on a page of the list. None of what is not from whom it says. */
export function wayOut(email: EmailRecord): WayOut | undefined {
  const fields = email as Partial<Record<(typeof LIST_PROPERTIES)[number], unknown>>;
  const urls = fields["header:List-Unsubscribe:asURLs"];
  const post = fields["header:List-Unsubscribe-Post:asText"];
  if (!Array.isArray(urls) || mistrust(email, false) !== undefined) return undefined;
  const all = urls.filter((url) => typeof url === "string" && URL.canParse(url)) as string[];
  const address = oneClickAddress(all, post, email.authentication);
  if (address !== undefined) return { kind: "one-click", host: new URL(address).host };
  const page = all.find((url) => /^https:/i.test(url));
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
