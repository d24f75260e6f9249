import { api } from "@atrium/contract/api/index";
import type {
  ClientCredential,
  CreatedCredential,
  CredentialAccess,
} from "@atrium/contract/api/security";
import { rest } from "@atrium/shell";
import { Button, Dialog, Select, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { PasswordAgain } from "@atrium/settings-page";
import { SecretText } from "../secret-text.tsx";
import { AccessFields } from "./access-fields.tsx";

const DAYS = ["30", "90", "365", "never"] as const;
type Days = (typeof DAYS)[number];

/** Makes an app password or a token, and shows it once. */
export function CreateCredentialDialog({
  kind,
  title,
  address,
  onCreated,
  onClose,
}: {
  readonly kind: ClientCredential["kind"];
  readonly title: string;
  readonly address: string;
  readonly onCreated: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const [name, setName] = useState("");
  const [days, setDays] = useState<Days>(kind === "token" ? "365" : "never");
  const [access, setAccess] = useState<CredentialAccess>({ scope: "all", isReadOnly: false });
  const [created, setCreated] = useState<CreatedCredential>();

  if (created !== undefined)
    return (
      <Dialog
        open
        mustAnswer
        size="small"
        title={created.credential.name}
        onClose={onClose}
        actions={
          <Button variant="primary" onClick={onClose}>
            {t("done")}
          </Button>
        }
      >
        <div className="settings-form">
          <p>{t(kind === "token" ? "tokenShown" : "appPasswordShown", { address })}</p>
          <SecretText label={t(kind === "token" ? "token" : "appPassword")} text={created.secret} />
          <p className="settings-quiet">{t("shownOnce")}</p>
        </div>
      </Dialog>
    );
  return (
    <PasswordAgain
      title={title}
      address={address}
      confirmLabel={t("create")}
      onClose={onClose}
      onProof={async (proof) => {
        const life = days === "never" ? null : Number(days);
        const body = { ...proof, ...access, kind, name, days: life };
        setCreated(await rest(api.credentials.create, { body }));
        onCreated();
      }}
    >
      <TextField
        label={t("name")}
        hint={t(kind === "token" ? "tokenNameHint" : "appPasswordNameHint")}
        autoComplete="off"
        maxLength={200}
        required
        value={name}
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
    </PasswordAgain>
  );
}
