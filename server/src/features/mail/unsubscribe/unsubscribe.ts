import { oneClickAddress } from "@atrium/formats/list-unsubscribe";
import { refuse, type Actor, type Engine } from "../../../engine/index.ts";
import { OutboundError, type OutboundHttp } from "../../../platform/outbound-http/index.ts";
import { readMail } from "../read-mail.ts";

const URLS = "header:List-Unsubscribe:asURLs";
const POST = "header:List-Unsubscribe-Post:asText";

interface ListHeaders {
  readonly [URLS]: readonly string[] | null;
  readonly [POST]: string | null;
}

/**
 * Notifies the list that a mail came from that its reader wants no more of it (RFC 8058): one POST, without cookies, to
 * the address that the mail names, unless what vouches for the mail speaks against it.
 * @throws Refusal `notFound` where the mail offers no such thing, `unavailable` when the list's server did not take it
 */
export async function unsubscribe(
  { engine, outboundHttp }: { readonly engine: Engine; readonly outboundHttp: OutboundHttp },
  actor: Actor,
  mail: { readonly accountId: string; readonly emailId: string },
): Promise<void> {
  const email = await readMail<ListHeaders>(engine, actor, mail, [URLS, POST, "authentication"]);
  if (actor.accounts[mail.accountId]?.isReadOnly !== false) refuse("forbidden");
  const address = oneClickAddress(email[URLS], email[POST], email.authentication);
  if (address === undefined) return refuse("notFound");
  try {
    const { status } = await outboundHttp.send(address, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: Buffer.from("List-Unsubscribe=One-Click"),
    });
    // RFC 8058 §3.1: no redirects, which could turn the POST into something else.
    if (status < 200 || status > 299) refuse("unavailable", `the list's server answers ${status}`);
  } catch (error) {
    if (error instanceof OutboundError) refuse("unavailable", error.message);
    throw error;
  }
}
