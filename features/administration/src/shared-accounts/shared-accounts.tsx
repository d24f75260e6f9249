import type { AdminSharedAccount } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import { href } from "@atrium/contract/href";
import { Link, navigate, rest } from "@atrium/shell";
import { AddIcon, Avatar, Button, ChevronRightIcon, EmptyState, MailIcon } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Answered, type ScreenProps, Section, useAnswer } from "@atrium/settings-page";
import { AddNamedDialog } from "../members/add-named.tsx";
import { t } from "../strings/index.ts";
import { SharedAccount } from "./shared-account.tsx";

const HOME = href("/setting/:section", { section: "shared-accounts" });

/** `/setting/shared-accounts`, and `/setting/shared-accounts/ID` for one of them. For administrators. */
export function SharedAccounts({ session, path }: ScreenProps): ReactNode {
  const { answer, reload } = useAnswer(api.admin.sharedAccounts.list);
  const [adding, setAdding] = useState(false);
  const [id] = path;
  const domain = session.address.slice(session.address.lastIndexOf("@"));

  async function add(name: string, address: string): Promise<void> {
    const made = await rest(api.admin.sharedAccounts.add, { body: { name, address } });
    await reload();
    navigate(`${HOME}/${made.id}`);
  }

  if (id !== undefined)
    return (
      <Answered answer={answer} onRetry={() => void reload()}>
        {(accounts) => (
          <SharedAccount
            account={accounts.find((account) => account.id === id)}
            home={HOME}
            reload={reload}
          />
        )}
      </Answered>
    );
  const button = (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setAdding(true)}>
      {t("addSharedAccount")}
    </Button>
  );
  return (
    <Section title={t("sharedAccounts")} intro={t("sharedAccountsMore")} action={button}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(accounts) =>
          accounts.length === 0 ? (
            <EmptyState icon={<MailIcon />} title={t("noSharedAccounts")}>
              {t("noSharedAccountsMore")}
            </EmptyState>
          ) : (
            <ul className="settings-list">
              {accounts.map((account) => (
                <Row key={account.id} account={account} />
              ))}
            </ul>
          )
        }
      </Answered>
      {adding && (
        <AddNamedDialog
          title={t("addSharedAccount")}
          domain={domain}
          needsAddress
          onAdd={add}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}

function Row({ account }: { readonly account: AdminSharedAccount }): ReactNode {
  const { id, name, address, members } = account;
  return (
    <li>
      <Link className="settings-row settings-row-link" href={`${HOME}/${id}`}>
        <Avatar name={name} address={address} size={32} />
        <span className="settings-row-words">
          <strong>{name}</strong>
          <span>{address}</span>
        </span>
        <span className="settings-quiet">{t("memberCount", { count: members.length })}</span>
        <ChevronRightIcon />
      </Link>
    </li>
  );
}
