import { Quota, type QuotaUsage } from "@atrium/contract/types/quota";
import { useClient } from "@atrium/feature-suite/parts";
import { Answered, Group, Section, Usage, useRead } from "@atrium/settings-page";
import { useCallback, type ReactNode } from "react";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { useMailAccounts, useWhole } from "../mail-accounts/use-mail.ts";
import { t } from "../strings/index.ts";

/** `/setting/storage`: how much room there is and how much of it is used. */
export function Storage(): ReactNode {
  const { answer, reload } = useMailAccounts();
  return (
    <Section title={t("storage")} intro={t("storageMore")}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(accounts) => accounts.map((mail) => <AccountStorage key={mail.account.id} mail={mail} />)}
      </Answered>
    </Section>
  );
}

function AccountStorage({ mail }: { readonly mail: MailAccount }): ReactNode {
  const { account } = mail;
  const client = useClient();
  const { answer, reload } = useRead(
    useCallback(
      (): Promise<QuotaUsage> => client.call("Quota/usage", { accountId: account.id }),
      [client, account],
    ),
  );
  const limits = useWhole(account, Quota);
  return (
    <Group title={mail.isOwn ? t("yourAccount") : mail.name}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(usage) => (
          <Answered answer={limits.answer} onRetry={() => void limits.reload()}>
            {(quotas) => {
              const octets = quotas.find(({ resourceType }) => resourceType === "octets");
              const count = quotas.find(({ resourceType }) => resourceType === "count");
              return (
                <div className="settings-list">
                  <Usage
                    label={t("mailAndFiles")}
                    kind="octets"
                    used={octets?.used ?? usage.octets}
                    limit={octets?.hardLimit ?? null}
                    warnAt={octets?.warnLimit ?? null}
                    // Files are in people's own accounts.
                    {...(mail.isOwn && {
                      parts: [
                        [t("mailPart"), usage.octets - usage.fileOctets],
                        [t("filesPart"), usage.fileOctets],
                      ] as const,
                    })}
                  />
                  <Usage
                    label={t("messages")}
                    kind="count"
                    used={count?.used ?? usage.emails}
                    limit={count?.hardLimit ?? null}
                    warnAt={count?.warnLimit ?? null}
                  />
                </div>
              );
            }}
          </Answered>
        )}
      </Answered>
    </Group>
  );
}
