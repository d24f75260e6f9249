import type { EmailRecord } from "@atrium/contract/types/email";

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
  const written = mail === undefined ? undefined : readMailto(mail);
  if (written) return written;
  return page === undefined ? undefined : { kind: "page", address: page };
}

/** RFC 6068, as far as lists use it. */
function readMailto(url: string): WayOut | undefined {
  const { pathname, searchParams } = new URL(url);
  let to: string;
  try {
    to = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (!/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(to)) return undefined;
  const line = (name: string): string | undefined =>
    searchParams
      .get(name)
      ?.replaceAll(/[\r\n]+/g, " ")
      .slice(0, 500);
  return { kind: "mail", to, subject: line("subject") ?? "unsubscribe", body: line("body") ?? "" };
}
