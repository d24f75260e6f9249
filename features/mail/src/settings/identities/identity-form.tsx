import { Identity, type IdentityRecord } from "@atrium/contract/types/identity";
import { lazyPart } from "@atrium/shell";
import { Button, Choice, Switch, TextArea, TextField } from "@atrium/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { FormFoot, useRecordForm } from "../mail-accounts/record-form.tsx";
import { t } from "../strings/index.ts";
import { formatAddresses, hasCopy, parseAddresses, withCopy } from "./addresses.ts";
import { IdentityPreview } from "./identity-preview.tsx";

/** The editor comes with it, in a chunk of its own. */
const RichField = lazyPart(() =>
  import("@atrium/rich-text/field").then((module) => module.RichField),
);

interface Typed {
  readonly name: string;
  readonly replyTo: string;
  readonly copy: boolean;
  /** In plain form, also of a formatted one. */
  readonly text: string;
  /** Empty for a plain one. */
  readonly html: string;
}

const typedOf = (identity: IdentityRecord): Typed => ({
  name: identity.name,
  replyTo: formatAddresses(identity.replyTo),
  copy: hasCopy(identity.bcc, identity.email),
  text: identity.textSignature,
  html: identity.htmlSignature,
});

/** Name, reply address, copies and signature of one address, with what people will see of them. */
export function IdentityForm({
  mail,
  identity,
  onDelete,
}: {
  readonly mail: MailAccount;
  readonly identity: IdentityRecord;
  readonly onDelete: () => void;
}): ReactNode {
  const kept = typedOf(identity);
  const form = useRecordForm(`identity ${mail.account.id} ${identity.id}`, kept, (patch) =>
    mail.account.mutate({ type: Identity, update: { [identity.id]: patch } }),
  );
  const { typed, change } = form;
  const [isChecked, setChecked] = useState(false);
  const [wantsLooks, setWantsLooks] = useState(false);
  // A formatted one stays one until the user chooses otherwise.
  const isRich = (wantsLooks || typed.html !== "") && !mail.isReadOnly;
  const replyTo = parseAddresses(typed.replyTo);

  function save(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (replyTo === undefined) return;
    const patch = {
      name: typed.name.trim(),
      replyTo,
      bcc: withCopy(identity.bcc, identity.email, typed.copy),
      textSignature: typed.text,
      htmlSignature: typed.html,
    };
    const { name, bcc, textSignature, htmlSignature } = identity;
    const before = { name, replyTo: identity.replyTo, bcc, textSignature, htmlSignature };
    void form.save(patch, before, t("saved"));
  }

  const isWrong = isChecked && replyTo === undefined;
  return (
    <div className="settings-beside">
      <form className="settings-form" onSubmit={save}>
        <TextField
          label={t("nameShown")}
          hint={t("nameShownHint")}
          autoComplete="name"
          maxLength={500}
          readOnly={mail.isReadOnly}
          value={typed.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label={t("replyTo")}
          hint={t("replyToHint")}
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          readOnly={mail.isReadOnly}
          placeholder={identity.email}
          value={typed.replyTo}
          error={isWrong ? t("noAddress") : undefined}
          onBlur={() => setChecked(true)}
          onChange={(event) => {
            setChecked(false);
            change({ replyTo: event.target.value });
          }}
        />
        <Switch
          label={t("copyToSelf")}
          hint={t("copyToSelfHint", { address: identity.email })}
          disabled={mail.isReadOnly}
          checked={typed.copy}
          onChange={(copy) => change({ copy })}
        />
        {!mail.isReadOnly && (
          <Choice<"plain" | "rich">
            label={t("signatureKind")}
            value={isRich ? "rich" : "plain"}
            onChange={(kind) => {
              setWantsLooks(kind === "rich");
              if (kind === "plain") change({ html: "" });
            }}
            options={[
              { value: "plain", label: t("plainText") },
              { value: "rich", label: t("formatted") },
            ]}
          />
        )}
        {isRich ? (
          <RichField
            label={t("signature")}
            hint={t("signatureHint")}
            html={typed.html}
            text={typed.text}
            onChange={(html, text) => change({ html, text })}
          />
        ) : (
          <TextArea
            label={t("signature")}
            hint={t("signatureHint")}
            rows={6}
            maxLength={10_000}
            readOnly={mail.isReadOnly}
            value={typed.text}
            onChange={(event) => change({ text: event.target.value })}
          />
        )}
        {!mail.isReadOnly && <FormFoot form={form} />}
        {!mail.isReadOnly && identity.mayDelete && (
          <div className="settings-acts">
            <Button variant="danger" onClick={onDelete}>
              {t("deleteIdentity")}
            </Button>
          </div>
        )}
      </form>
      <IdentityPreview
        name={typed.name.trim()}
        address={identity.email}
        replyTo={replyTo === undefined ? "" : typed.replyTo.trim()}
        text={typed.text}
        html={typed.html}
      />
    </div>
  );
}
