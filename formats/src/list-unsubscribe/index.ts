/** What is known of where a mail comes from, as far as it matters here. */
interface Authentication {
  readonly dkim: readonly { readonly result: string }[];
  readonly dmarc: { readonly result: string };
  readonly unprovenOwnDomain?: string | undefined;
}

/**
 * The https address to which a POST leaves a mail's list (RFC 8058); `undefined` where the mail offers none. The RFC would
 * have a signature before it is offered. Here someone always confirms it, and the POST tells less of them than the mail
 * that would go instead: it is withheld only where what vouches for a mail speaks against it.
 * @param urls List-Unsubscribe, and `post` List-Unsubscribe-Post, as the mail has them.
 * @param authentication null for mail that did not come from another server.
 */
export function oneClickAddress(
  urls: unknown,
  post: unknown,
  authentication: Authentication | null | undefined,
): string | undefined {
  const isOneClick =
    typeof post === "string" && post.trim().toLowerCase() === "list-unsubscribe=one-click";
  if (!isOneClick || !Array.isArray(urls) || (authentication && isRefuted(authentication)))
    return undefined;
  return urls.find((url): url is string => typeof url === "string" && /^https:/i.test(url));
}

function isRefuted({ dmarc, dkim, unprovenOwnDomain }: Authentication): boolean {
  const isBroken = dkim.length > 0 && dkim.every(({ result }) => result !== "pass");
  return dmarc.result === "fail" || unprovenOwnDomain !== undefined || isBroken;
}
