import { Email, type EmailRecord } from "@atrium/contract/types/email";
import type { Account, JmapClient } from "@atrium/jmap";
import { t } from "./strings/index.ts";

const withoutDetail = (address: string): string =>
  address.toLowerCase().replace(/^([^+@]*)\+[^@]*@/, "$1@");

/** Sends a read receipt, in the name of the identity that the message was sent to; answers what to say of that. */
export async function sendReceipt(
  client: JmapClient,
  account: Account,
  email: EmailRecord,
): Promise<string> {
  const accountId = account.id;
  const { list } = await client.call("Identity/get", { accountId, ids: null });
  const reached = new Set(
    [...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])].map(({ email }) =>
      withoutDetail(email),
    ),
  );
  const identity = list.find((one) => reached.has(one.email.toLowerCase())) ?? list[0];
  if (!identity) throw new Error("nothing to send from");
  const name = identity.name || identity.email;
  const subject = email.subject?.trim() ?? "";
  const answer = await client.call("MDN/send", {
    accountId,
    identityId: identity.id,
    send: {
      receipt: {
        forEmailId: email.id,
        subject: subject === "" ? t("noSubject") : t("subject", { subject: cut(subject) }),
        textBody:
          subject === ""
            ? t("textNoSubject", { name })
            : t("text", { name, subject: cut(subject) }),
        disposition: {
          actionMode: "manual-action",
          sendingMode: "mdn-sent-manually",
          type: "displayed",
        },
      },
    },
    onSuccessUpdateEmail: { "#receipt": { "keywords/$mdnsent": true } },
  });
  const refused = answer.notSent?.["receipt"]?.type;
  if (refused !== undefined && refused !== "mdnAlreadySent") throw new Error(refused);
  // The server has marked it, and says so later.
  await account.fetch(Email, [email.id], { properties: ["keywords"] });
  return t(refused === undefined ? "sent" : "already");
}

const cut = (subject: string): string => subject.slice(0, 200).toWellFormed();
