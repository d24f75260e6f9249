import type { EmailRecord } from "@atrium/contract/types/email";
import type { EmailSignature } from "@atrium/contract/types/email-signature";
import { formatList } from "@atrium/i18n";
import { useEffect, useMemo, useState } from "react";
import { useMail } from "../../mail.tsx";
import type { BannerNotice } from "../banners/notice-line.tsx";
import { protectionOf } from "./protection.ts";
import { t } from "./strings/index.ts";

/** What a signature or encryption of a message means to its reader. */
export function useProtectionNotices(email: EmailRecord): readonly BannerNotice[] {
  const found = useMemo(() => protectionOf(email), [email]);
  const isChecked = found?.method === "S/MIME" && found.kind === "signed";
  const signature = useSignature(email.id, isChecked);
  if (!found) return [];
  if (isChecked && signature) return [signatureNotice(signature, email)];
  const { method, kind, isInline } = found;
  const why =
    kind === "signed"
      ? isChecked
        ? "checking"
        : "signedWhy"
      : kind === "wrapped"
        ? "wrappedWhy"
        : isInline
          ? "encryptedText"
          : "encryptedWhy";
  return [
    {
      kind: "protection",
      title: t(kind, { method }),
      children: t(why, { method }),
    },
  ];
}

/** What the server says of a signature; `undefined` while nobody knows. */
function useSignature(emailId: string, isOn: boolean): EmailSignature | undefined {
  const { client, account } = useMail();
  const [signature, setSignature] = useState<EmailSignature>();
  const { id: accountId } = account;
  useEffect(() => {
    if (!isOn) return undefined;
    let isOver = false;
    client.call("Email/verifySignature", { accountId, emailId }).then(
      ({ signature: found }) => {
        if (!isOver) setSignature(found ?? UNREADABLE);
        return undefined;
      },
      () => {
        if (!isOver) setSignature(UNREADABLE);
      },
    );
    return () => {
      isOver = true;
    };
  }, [client, accountId, emailId, isOn]);
  return signature;
}

const UNREADABLE: EmailSignature = { isRight: false, unchecked: "unreadable", signer: null };

function signatureNotice(
  { isRight, unchecked, signer }: EmailSignature,
  email: EmailRecord,
): BannerNotice {
  if (unchecked !== null || !signer)
    return {
      kind: "protection",
      title: t("signed", { method: "S/MIME" }),
      children: t(unchecked ?? "unreadable"),
    };
  if (!isRight) return { kind: "wrong-signature", title: t("wrong"), children: t("wrongWhy") };
  const { name, emails, issuer, isSelfSigned, isAuthor, isExpired } = signer;
  const address = formatList(emails) || name;
  if (!isAuthor)
    return {
      kind: "wrong-signature",
      title: t("other", { address: email.from?.[0]?.email ?? "" }),
      children: t("otherWhy", { address }),
    };
  return {
    kind: "protection",
    title: t("right"),
    children: [
      isSelfSigned ? t("selfSigned", { address }) : t("issued", { address, issuer }),
      ...(isExpired ? [t("expired")] : []),
    ].join(" "),
  };
}
