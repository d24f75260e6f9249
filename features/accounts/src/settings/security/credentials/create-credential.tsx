import {
  type ClientCredentialRecord,
  type CredentialAccess,
  type CredentialKind,
} from "@atrium/contract/types/client-credential";
import { useClient } from "@atrium/feature-suite/parts";
import { serverTime, SetRefused, type Account } from "@atrium/jmap";
import { proven, sentence, useSubmit } from "@atrium/settings-page";
import { Button, Dialog, FormDialog, Select, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { SecretText } from "../secret-text.tsx";
import { AccessFields } from "./access-fields.tsx";

const DAY = 86_400_000;
const DAYS = ["30", "90", "365", "never"] as const;
type Days = (typeof DAYS)[number];

/** Makes an app password or a token, and shows it once. */
export function CreateCredentialDialog({
  account,
  kind,
  title,
  address,
  onClose,
}: {
  readonly account: Account;
  readonly kind: CredentialKind;
  readonly title: string;
  readonly address: string;
  readonly onClose: () => void;
}): ReactNode {
  const [name, setName] = useState("");
  const [days, setDays] = useState<Days>(kind === "token" ? "365" : "never");
  const [access, setAccess] = useState<CredentialAccess>({ scope: "all", isReadOnly: false });
  const [secret, setSecret] = useState<string>();
  const create = useCreate(account);
  const { busy, refusal, submit } = useSubmit(async () => {
    const expiresAt = days === "never" ? null : inDays(Number(days));
    setSecret(await create({ ...access, kind, name, expiresAt }));
  });

  if (secret !== undefined)
    return (
      <Dialog
        open
        mustAnswer
        size="small"
        title={name}
        onClose={onClose}
        actions={
          <Button variant="primary" onClick={onClose}>
            {t("done")}
          </Button>
        }
      >
        <div className="settings-form">
          <p>{t(kind === "token" ? "tokenShown" : "appPasswordShown", { address })}</p>
          <SecretText label={t(kind === "token" ? "token" : "appPassword")} text={secret} />
          <p className="settings-quiet">{t("shownOnce")}</p>
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      confirmLabel={t("create")}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t("name")}
        hint={t(kind === "token" ? "tokenNameHint" : "appPasswordNameHint")}
        autoComplete="off"
        maxLength={200}
        required
        value={name}
        error={refusal === undefined ? undefined : sentence(refusal)}
        onChange={(event) => setName(event.target.value)}
      />
      <AccessFields access={access} onChange={setAccess} />
      <Select
        label={t("expires")}
        options={DAYS.map((value) => ({
          value,
          label: value === "never" ? t("never") : t("afterDays", { count: Number(value) }),
        }))}
        value={days}
        onChange={(value) => setDays(value)}
      />
    </FormDialog>
  );
}

const inDays = (days: number): string => new Date(serverTime() + days * DAY).toISOString();

/** Makes one and answers its secret, which is nowhere kept. */
function useCreate(
  account: Account,
): (
  given: Pick<ClientCredentialRecord, "kind" | "name" | "scope" | "isReadOnly" | "expiresAt">,
) => Promise<string> {
  const client = useClient();
  return async (made) => {
    const args = { accountId: account.id, create: { made } };
    const answer = await proven(() => client.call("ClientCredential/set", args));
    if (answer.notCreated) throw new SetRefused(answer.notCreated);
    account.sync().catch(() => undefined);
    return answer.created?.["made"]?.secret ?? "";
  };
}
