import { api } from "@atrium/contract/api/index";
import type { ClientCredential } from "@atrium/contract/api/security";
import { formatDate, formatRelative } from "@atrium/i18n";
import { rest } from "@atrium/shell";
import { AddIcon, Button, Confirm, PasswordIcon, Tag, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Answered, Group, sentence, useAnswer } from "@atrium/settings-page";
import { t } from "../../strings/index.ts";
import { accessInWords } from "./access-fields.tsx";
import { ChangeCredentialDialog } from "./change-credential.tsx";
import { CreateCredentialDialog } from "./create-credential.tsx";

type Kind = ClientCredential["kind"];

const WORDS = {
  "app-password": {
    title: "appPasswords",
    intro: "appPasswordsMore",
    create: "newAppPassword",
    none: "noAppPasswords",
  },
  token: { title: "tokens", intro: "tokensMore", create: "newToken", none: "noTokens" },
} as const;

/** What other programs sign in with in the person's name, and the way to end each. */
export function Credentials({ address }: { readonly address: string }): ReactNode {
  const { answer, reload } = useAnswer(api.credentials.list);
  const [creating, setCreating] = useState<Kind>();
  const [changing, setChanging] = useState<ClientCredential>();
  const [ending, setEnding] = useState<ClientCredential>();
  const [busy, setBusy] = useState(false);

  async function revoke({ id, name }: ClientCredential): Promise<void> {
    setBusy(true);
    try {
      await rest(api.credentials.revoke, { params: { id } });
      toast({ severity: "success", message: t("revoked", { name }) });
    } catch (error) {
      toast({ severity: "danger", message: sentence(error) });
    }
    setBusy(false);
    setEnding(undefined);
    await reload();
  }

  return (
    <>
      {(["app-password", "token"] as const).map((kind) => (
        <Group
          key={kind}
          title={t(WORDS[kind].title)}
          intro={t(WORDS[kind].intro)}
          action={
            <Button icon={<AddIcon />} onClick={() => setCreating(kind)}>
              {t(WORDS[kind].create)}
            </Button>
          }
        >
          <Answered answer={answer} onRetry={() => void reload()}>
            {(all) => (
              <List
                credentials={all.filter((one) => one.kind === kind)}
                none={t(WORDS[kind].none)}
                onChange={setChanging}
                onEnd={setEnding}
              />
            )}
          </Answered>
        </Group>
      ))}
      {creating !== undefined && (
        <CreateCredentialDialog
          kind={creating}
          title={t(WORDS[creating].create)}
          address={address}
          onCreated={() => void reload()}
          onClose={() => setCreating(undefined)}
        />
      )}
      {changing !== undefined && (
        <ChangeCredentialDialog
          credential={changing}
          address={address}
          onChanged={() => void reload()}
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

function List({
  credentials,
  none,
  onChange,
  onEnd,
}: {
  readonly credentials: readonly ClientCredential[];
  readonly none: string;
  readonly onChange: (credential: ClientCredential) => void;
  readonly onEnd: (credential: ClientCredential) => void;
}): ReactNode {
  if (credentials.length === 0) return <p className="settings-none">{none}</p>;
  return (
    <ul className="settings-list">
      {credentials.map((credential) => (
        <li className="settings-row" key={credential.id}>
          <PasswordIcon />
          <div className="settings-row-words">
            <strong title={credential.name}>{credential.name}</strong>
            <span>{lifeOf(credential).join(" · ")}</span>
          </div>
          {hasExpired(credential) && <Tag tone="warning">{t("expired")}</Tag>}
          <Button
            size="small"
            aria-label={t("changeName", { name: credential.name })}
            onClick={() => onChange(credential)}
          >
            {t("change")}
          </Button>
          <Button
            size="small"
            aria-label={t("revokeName", { name: credential.name })}
            onClick={() => onEnd(credential)}
          >
            {t("revoke")}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const hasExpired = ({ expiresAt }: ClientCredential): boolean =>
  expiresAt !== null && new Date(expiresAt).getTime() <= Date.now();

function lifeOf(credential: ClientCredential): string[] {
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
