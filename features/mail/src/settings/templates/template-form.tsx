import { Template, type TemplateRecord } from "@atrium/contract/types/template";
import { htmlToText } from "@atrium/formats/mail-html";
import { PLACEHOLDER_NAMES, PLACEHOLDERS } from "@atrium/formats/placeholders";
import { formatList, locale } from "@atrium/i18n";
import { lazyPart } from "@atrium/shell";
import { Button, TextField } from "@atrium/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { CleanSignature } from "../identities/clean-signature.tsx";
import { formatAddresses, parseAddresses } from "../identities/addresses.ts";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { FormFoot, useRecordForm } from "../mail-accounts/record-form.tsx";
import { t } from "../strings/index.ts";
import "./templates.css";

/** The editor comes with it, in a chunk of its own. */
const RichField = lazyPart(() =>
  import("@atrium/rich-text/field").then((module) => module.RichField),
);

/** Name, subject, recipients and text of one template. */
export function TemplateForm({
  mail,
  template,
  onDelete,
}: {
  readonly mail: MailAccount;
  readonly template: TemplateRecord;
  readonly onDelete: () => void;
}): ReactNode {
  const { name, subject, htmlBody, to } = template;
  const kept = { name, subject, htmlBody, to: formatAddresses(to) };
  const form = useRecordForm(`template ${mail.account.id} ${template.id}`, kept, (patch) =>
    mail.account.mutate({ type: Template, update: { [template.id]: patch } }),
  );
  const { typed, change } = form;
  const [isChecked, setChecked] = useState(false);
  const recipients = parseAddresses(typed.to);
  const names = PLACEHOLDER_NAMES[locale() === "ko" ? "ko" : "en"];

  function save(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (recipients === undefined || typed.name.trim() === "") return;
    const patch = {
      name: typed.name.trim(),
      subject: typed.subject.trim(),
      htmlBody: typed.htmlBody,
      to: recipients,
    };
    void form.save(patch, { name, subject, htmlBody, to }, t("saved"));
  }

  return (
    <form className="settings-form" onSubmit={save}>
      <TextField
        label={t("templateName")}
        hint={t("templateNameHint")}
        autoComplete="off"
        maxLength={80}
        required
        readOnly={mail.isReadOnly}
        value={typed.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={t("templateSubject")}
        hint={t("templateSubjectHint")}
        autoComplete="off"
        maxLength={1000}
        readOnly={mail.isReadOnly}
        value={typed.subject}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <TextField
        label={t("templateTo")}
        hint={t("templateToHint")}
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        readOnly={mail.isReadOnly}
        value={typed.to}
        error={isChecked && recipients === undefined ? t("noAddress") : undefined}
        onBlur={() => setChecked(true)}
        onChange={(event) => {
          setChecked(false);
          change({ to: event.target.value });
        }}
      />
      {mail.isReadOnly ? (
        <div className="settings-template-text">
          <CleanSignature html={typed.htmlBody} />
        </div>
      ) : (
        <RichField
          label={t("templateText")}
          hint={t("templateTextHint", {
            names: formatList(PLACEHOLDERS.map((one) => `{${names[one]}}`)),
          })}
          html={typed.htmlBody}
          text={htmlToText(typed.htmlBody)}
          onChange={(html) => change({ htmlBody: html })}
        />
      )}
      {!mail.isReadOnly && <FormFoot form={form} />}
      {!mail.isReadOnly && (
        <div className="settings-acts">
          <Button variant="danger" onClick={onDelete}>
            {t("deleteTemplate")}
          </Button>
        </div>
      )}
    </form>
  );
}
