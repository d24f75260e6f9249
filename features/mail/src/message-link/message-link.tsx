import { Email } from "@atrium/contract/types/email";
import type { JmapClient } from "@atrium/jmap";
import { navigate } from "@atrium/shell";
import { useTries } from "@atrium/state";
import { ButtonLink, EmptyState, ErrorCard, MailIcon, Skeleton, useTitle } from "@atrium/ui";
import { useCallback, useState, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { useVisibleMail, type VisibleMail } from "../mailboxes/visible-mail.ts";
import { folderKey, pathOf } from "../place/place.ts";
import { SUMMARY } from "../properties.ts";
import { t } from "../strings/index.ts";
import { isPlainId } from "./link-to.ts";

/**
 * `/mail/message/MESSAGE-ID`: leads to the message in whatever account the person finds it, their own first. To whoever may
 * not see it, it is as if there were none.
 */
export function MessageLink({ messageId }: { readonly messageId: string }): ReactNode {
  const { client, home } = useMail();
  const visible = useVisibleMail();
  const [isMissing, setMissing] = useState(false);
  useTitle(t("mail"));
  const find = useCallback(
    async (signal: AbortSignal): Promise<void> => {
      for (const mail of isPlainId(messageId) ? (visible ?? []) : []) {
        const path = await pathIn(client, mail, messageId, mail.account === home);
        if (signal.aborted) return;
        if (path === undefined) continue;
        navigate(path, { replace: true });
        return;
      }
      setMissing(visible !== undefined);
    },
    [client, visible, messageId, home],
  );
  const { hasFailed, retry } = useTries(find);
  if (hasFailed)
    return (
      <main className="mail-nowhere">
        <ErrorCard title={t("messageNotLoaded")} onRetry={retry}>
          {t("checkConnection")}
        </ErrorCard>
      </main>
    );
  if (!isMissing)
    return (
      <main className="mail-nowhere" aria-busy="true">
        <EmptyState icon={<MailIcon />} title={t("openingMessage")}>
          <Skeleton width={160} height={12} />
        </EmptyState>
      </main>
    );
  return (
    <main className="mail-nowhere">
      <EmptyState
        icon={<MailIcon />}
        title={t("messageNotHere")}
        action={<ButtonLink href="/">{t("toInbox")}</ButtonLink>}
      >
        {t("messageNotHereWhy")}
      </EmptyState>
    </main>
  );
}

/** The path of the message in an account; of several the one that came first, which nobody can make afterwards. */
async function pathIn(
  client: JmapClient,
  { account, mailboxes }: VisibleMail,
  messageId: string,
  isHome: boolean,
): Promise<string | undefined> {
  const { ids } = await client.call("Email/query", {
    accountId: account.id,
    filter: { header: ["Message-ID", messageId] },
    sort: [{ property: "receivedAt", isAscending: true }],
    limit: 20,
  });
  await account.fetch(Email, ids, { properties: [...SUMMARY, "messageId"] });
  const email = ids
    .map((id) => account.get(Email, id))
    .find((one) => one?.messageId?.includes(messageId));
  if (!email) return undefined;
  const folders = mailboxes.list.filter(({ id }) => email.mailboxIds[id]);
  const folder = folders.find(({ role }) => role === "inbox") ?? folders[0];
  if (!folder) return undefined;
  return pathOf({
    kind: "folder",
    folder: folderKey(folder),
    ...(!isHome && { account: account.id }),
    thread: email.threadId,
  });
}
