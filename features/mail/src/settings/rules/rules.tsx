import { href } from "@atrium/contract/href";
import { Answered, Section, type ScreenProps } from "@atrium/settings-page";
import { Select } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../rules/strings/index.ts";
import { useMailAccounts } from "../mail-accounts/use-mail.ts";
import { RuleList } from "./rule-list.tsx";
import { ScriptText } from "./script-text.tsx";
import "./rules-page.css";

const HOME = href("/setting/:section", { section: "rules" });

/** `/setting/rules`, and `/setting/rules/ACCOUNT/script` for the script as text. */
export function Rules({ session, path }: ScreenProps): ReactNode {
  const { answer, reload } = useMailAccounts();
  const [accountId, part] = path;
  const [chosen, setChosen] = useState(accountId ?? session.accountId);
  const isText = part === "script";
  return (
    <Section
      title={t(isText ? "script" : "rules")}
      intro={t(isText ? "scriptMore" : "rulesMore")}
      {...(isText && { back: { href: HOME, label: t("rules") } })}
    >
      <Answered answer={answer} onRetry={() => void reload()}>
        {(accounts) => {
          const wanted = isText ? accountId : chosen;
          const mail = accounts.find(({ account }) => account.id === wanted) ?? accounts[0];
          if (!mail) return null;
          if (isText) return <ScriptText mail={mail} key={mail.account.id} />;
          return (
            <>
              {accounts.length > 1 && (
                <Select
                  label={t("account")}
                  value={mail.account.id}
                  onChange={setChosen}
                  options={accounts.map(({ account, name, isOwn }) => ({
                    value: account.id,
                    label: isOwn ? `${t("yourAccount")} (${session.address})` : name,
                  }))}
                />
              )}
              <RuleList
                mail={mail}
                key={mail.account.id}
                scriptHref={`${HOME}/${mail.account.id}/script`}
              />
            </>
          );
        }}
      </Answered>
    </Section>
  );
}
