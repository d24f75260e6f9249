import {
  ClientCredential,
  type ClientCredentialRecord,
  type CredentialKind,
} from "@atrium/contract/types/client-credential";
import { useClient } from "@atrium/feature-suite/parts";
import { formatDate, formatRelative } from "@atrium/i18n";
import { serverTime, setNow, type Account } from "@atrium/jmap";
import { useAct } from "@atrium/settings-page";
import { AddIcon, Button, Confirm, PasswordIcon, Tag } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { byAge, WaysIn } from "../ways-in.tsx";
import { accessInWords } from "./access-fields.tsx";
import { ChangeCredentialDialog } from "./change-credential.tsx";
import { CreateCredentialDialog } from "./create-credential.tsx";

const WORDS = {
  "app-password": {
    title: "appPasswords",
    intro: "appPasswordsMore",
    create: "newAppPassword",
    none: "noAppPasswords",
  },
  token: { title: "tokens", intro: "tokensMore", create: "newToken", none: "noTokens" },
} as const;

/** What other programs sign in with in the person's name, of one kind, and the way to end each. */
export function Credentials({
  kind,
  address,
}: {
  readonly kind: CredentialKind;
  readonly address: string;
}): ReactNode {
  const words = WORDS[kind];
  const [isCreating, setCreating] = useState(false);
  return (
    <WaysIn
      type={ClientCredential}
      title={t(words.title)}
      intro={t(words.intro)}
      renderAction={() => (
        <Button icon={<AddIcon />} onClick={() => setCreating(true)}>
          {t(words.create)}
        </Button>
      )}
    >
      {({ account, records }) => (
        <>
          <List
            account={account}
            credentials={byAge(records.filter((one) => one.kind === kind))}
            none={t(words.none)}
          />
          {isCreating && (
            <CreateCredentialDialog
              account={account}
              kind={kind}
              title={t(words.create)}
              address={address}
              onClose={() => setCreating(false)}
            />
          )}
        </>
      )}
    </WaysIn>
  );
}

function List({
  account,
  credentials,
  none,
}: {
  readonly account: Account;
  readonly credentials: readonly ClientCredentialRecord[];
  readonly none: string;
}): ReactNode {
  const client = useClient();
  const act = useAct();
  const [changing, setChanging] = useState<ClientCredentialRecord>();
  const [ending, setEnding] = useState<ClientCredentialRecord>();
  const [busy, setBusy] = useState(false);

  async function revoke({ id, name }: ClientCredentialRecord): Promise<void> {
    setBusy(true);
    await act(
      () => setNow(client, account, ClientCredential, { destroy: [id] }),
      t("revoked", { name }),
    );
    setBusy(false);
    setEnding(undefined);
  }

  return (
    <>
      {credentials.length === 0 && <p className="settings-none">{none}</p>}
      {credentials.length > 0 && (
        <ul className="settings-list">
          {credentials.map((credential) => (
            <Row
              key={credential.id}
              credential={credential}
              onChange={() => setChanging(credential)}
              onEnd={() => setEnding(credential)}
            />
          ))}
        </ul>
      )}
      {changing !== undefined && (
        <ChangeCredentialDialog
          account={account}
          credential={changing}
          onClose={() => setChanging(undefined)}
        />
      )}
      <Confirm
        open={ending !== undefined}
        danger
        busy={busy}
        title={t("revokeTitle", { name: ending?.name ?? "" })}
        confirmLabel={t("revoke")}
        onConfirm={() => ending && void revoke(ending)}
        onClose={() => setEnding(undefined)}
      >
        <p>{t("revokeMore")}</p>
      </Confirm>
    </>
  );
}

function Row({
  credential,
  onChange,
  onEnd,
}: {
  readonly credential: ClientCredentialRecord;
  readonly onChange: () => void;
  readonly onEnd: () => void;
}): ReactNode {
  const { name } = credential;
  return (
    <li className="settings-row">
      <PasswordIcon />
      <div className="settings-row-words">
        <strong title={name}>{name}</strong>
        <span>{lifeOf(credential).join(" · ")}</span>
      </div>
      {hasExpired(credential) && <Tag tone="warning">{t("expired")}</Tag>}
      <Button size="small" aria-label={t("changeName", { name })} onClick={onChange}>
        {t("change")}
      </Button>
      <Button size="small" aria-label={t("revokeName", { name })} onClick={onEnd}>
        {t("revoke")}
      </Button>
    </li>
  );
}

const hasExpired = ({ expiresAt }: ClientCredentialRecord): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= serverTime();

function lifeOf(credential: ClientCredentialRecord): string[] {
  const { createdAt, expiresAt, lastUsedAt } = credential;
  return [
    accessInWords(credential),
    lastUsedAt === null ? t("neverUsed") : t("lastSeen", { when: formatRelative(lastUsedAt) }),
    t("createdOn", { date: formatDate(createdAt) }),
    ...(expiresAt === null || hasExpired(credential)
      ? []
      : [t("expiresOn", { date: formatDate(expiresAt) })]),
  ];
}
