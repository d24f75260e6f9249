import { href } from "@atrium/contract/href";
import { Identity, type IdentityRecord } from "@atrium/contract/types/identity";
import { isProvisional } from "@atrium/jmap";
import { Link, navigate } from "@atrium/shell";
import { Avatar, ChevronRightIcon, offerUndo, Tag, toast } from "@atrium/ui";
import type { ReactNode } from "react";
import { Answered, Group, type ScreenProps, Section, sentenceOf } from "@atrium/settings-page";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { mailSentence, useMailAccounts, useWhole } from "../mail-accounts/use-mail.ts";
import { t } from "../strings/index.ts";
import { NewIdentity } from "./new-identity.tsx";
import { IdentityForm } from "./identity-form.tsx";

const HOME = href("/setting/:section", { section: "identities" });

/** `/setting/identities`, and `/setting/identities/ACCOUNT/IDENTITY` for one of them. */
export function Identities({ session, path }: ScreenProps): ReactNode {
  const { answer, reload } = useMailAccounts();
  const [accountId, identityId] = path;
  return (
    <Answered answer={answer} onRetry={() => void reload()}>
      {(accounts) => {
        const one = accounts.find(({ account }) => account.id === accountId);
        if (one !== undefined && identityId !== undefined)
          return <OneIdentity mail={one} identityId={identityId} key={identityId} />;
        return (
          <Section title={t("identitiesShort")} intro={t("identitiesMore")}>
            {accounts.map((mail) => (
              <AccountIdentities
                key={mail.account.id}
                mail={mail}
                title={mail.isOwn ? t("yourAccount") : mail.name}
                fallbackName={mail.isOwn ? session.name : ""}
              />
            ))}
          </Section>
        );
      }}
    </Answered>
  );
}

function AccountIdentities({
  mail,
  title,
  fallbackName,
}: {
  readonly mail: MailAccount;
  readonly title: string;
  readonly fallbackName: string;
}): ReactNode {
  const { answer, reload } = useWhole(mail.account, Identity);
  return (
    <Group title={title} {...(!mail.isOwn && { intro: t("sharedIdentities") })}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(identities) => (
          <>
            <ul className="settings-list">
              {identities.map((identity) => (
                <Row
                  key={identity.id}
                  identity={identity}
                  name={identity.name || fallbackName}
                  href={`${HOME}/${mail.account.id}/${identity.id}`}
                />
              ))}
            </ul>
            {!mail.isReadOnly && identities[0] && (
              <div className="settings-acts">
                <NewIdentity mail={mail} example={identities[0].email} home={HOME} />
              </div>
            )}
          </>
        )}
      </Answered>
    </Group>
  );
}

function Row({
  identity,
  name,
  href,
}: {
  readonly identity: IdentityRecord;
  readonly name: string;
  readonly href: string;
}): ReactNode {
  const hasSignature = `${identity.textSignature}${identity.htmlSignature}`.trim() !== "";
  const words = (
    <>
      <Avatar name={name} address={identity.email} size={32} />
      <span className="settings-row-words">
        <strong>{name || identity.email}</strong>
        <span>{identity.email}</span>
      </span>
      <Tag {...(hasSignature && { tone: "success" })}>
        {t(hasSignature ? "hasSignature" : "noSignature")}
      </Tag>
    </>
  );
  // One that the server has not made yet, as after Undo, has no page.
  if (isProvisional(identity.id)) return <li className="settings-row">{words}</li>;
  return (
    <li>
      <Link className="settings-row settings-row-link" href={href}>
        {words}
        <ChevronRightIcon />
      </Link>
    </li>
  );
}

function OneIdentity({
  mail,
  identityId,
}: {
  readonly mail: MailAccount;
  readonly identityId: string;
}): ReactNode {
  const { answer, reload } = useWhole(mail.account, Identity);
  return (
    <Answered answer={answer} onRetry={() => void reload()}>
      {(identities) => {
        const identity = identities.find(({ id }) => id === identityId);
        return (
          <Section
            title={identity?.email ?? t("identitiesShort")}
            back={{ href: HOME, label: t("identitiesShort") }}
            {...(mail.isReadOnly && { intro: t("onlyRead") })}
          >
            {identity === undefined ? (
              <p role="status">{sentenceOf("notFound")}</p>
            ) : (
              <IdentityForm
                mail={mail}
                identity={identity}
                onDelete={() => void deleteIdentity(mail, identity)}
              />
            )}
          </Section>
        );
      }}
    </Answered>
  );
}

/** At once, and back with Undo. */
async function deleteIdentity({ account }: MailAccount, identity: IdentityRecord): Promise<void> {
  const { id: _, mayDelete: __, ...rest } = identity;
  const say = (error: unknown): void => {
    toast({ severity: "danger", message: mailSentence(error) });
  };
  try {
    await account.mutate({ type: Identity, destroy: [identity.id] });
  } catch (error) {
    say(error);
    return;
  }
  navigate(HOME);
  offerUndo({
    message: t("identityDeleted", { address: identity.email }),
    onUndo: () => void account.create(Identity, rest).catch(say),
  });
}
