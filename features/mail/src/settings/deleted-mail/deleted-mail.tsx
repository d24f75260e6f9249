import type { ReactNode } from "react";
import { Answered, Section } from "@atrium/settings-page";
import { useMailAccounts } from "../mail-accounts/use-mail.ts";
import { DeletedList } from "./deleted-list.tsx";
import { t } from "./strings/index.ts";

/** `/setting/deleted-mail`: what was deleted for good and can be recovered. */
export function DeletedMail(): ReactNode {
  const { answer, reload } = useMailAccounts();
  return (
    <Section fills title={t("recover")} intro={t("more")}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(accounts) => {
          const own = accounts.find(({ isOwn }) => isOwn);
          return own && <DeletedList account={own.account} />;
        }}
      </Answered>
    </Section>
  );
}
