import { Quota, type QuotaRecord } from "@atrium/contract/types/quota";
import { formatBytes, formatNumber } from "@atrium/i18n";
import { Tag } from "@atrium/ui";
import type { ReactNode } from "react";
import { Answered, Group, Section } from "@atrium/settings-page";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { useMailAccounts, useWhole } from "../mail-accounts/use-mail.ts";
import { t } from "../strings/index.ts";
import "./storage.css";

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
  const { answer, reload } = useWhole(mail.account, Quota);
  return (
    <Group title={mail.isOwn ? t("yourAccount") : mail.name}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(quotas) =>
          quotas.length === 0 ? (
            <p className="settings-none">{t("noLimit")}</p>
          ) : (
            <div className="settings-list">
              {quotas.map((quota) => (
                <Usage key={quota.id} quota={quota} />
              ))}
            </div>
          )
        }
      </Answered>
    </Group>
  );
}

/** One limit as a bar, with its figures in words below. */
function Usage({ quota }: { readonly quota: QuotaRecord }): ReactNode {
  const { used, hardLimit, warnLimit, resourceType } = quota;
  const isOctets = resourceType === "octets";
  const figure = isOctets ? formatBytes : formatNumber;
  const label = t(isOctets ? "mailAndFiles" : "messages");
  const state = used >= hardLimit ? "full" : used >= (warnLimit ?? hardLimit) ? "near" : "fine";
  const text = t("usedOf", { used: figure(used), limit: figure(hardLimit) });
  return (
    <div className="settings-usage">
      <div className="settings-usage-head">
        <strong>{label}</strong>
        {state !== "fine" && (
          <Tag tone={state === "full" ? "danger" : "warning"}>
            {t(state === "full" ? "full" : "nearlyFull")}
          </Tag>
        )}
      </div>
      <div
        className="settings-meter"
        role="meter"
        data-state={state}
        aria-label={label}
        aria-valuetext={text}
        aria-valuemin={0}
        aria-valuemax={hardLimit}
        aria-valuenow={Math.min(used, hardLimit)}
      >
        <span style={{ inlineSize: `${Math.min(100, (used / Math.max(1, hardLimit)) * 100)}%` }} />
      </div>
      <p>
        <span>{text}</span>
        <span className="settings-quiet">
          {t("leftOver", { left: figure(Math.max(0, hardLimit - used)) })}
        </span>
      </p>
    </div>
  );
}
