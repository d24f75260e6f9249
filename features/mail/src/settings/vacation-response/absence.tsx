import {
  DEFAULT_VACATION_TEXT,
  VACATION_RESPONSE_ID,
  VacationResponse,
  type VacationResponseRecord,
} from "@atrium/contract/types/vacation-response";
import { formatDate } from "@atrium/i18n";
import { Select, Switch, Tag, TextArea, TextField } from "@atrium/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { Answered, type ScreenProps, Section } from "@atrium/settings-page";
import type { MailAccount } from "../mail-accounts/mail-accounts.ts";
import { FormFoot, useRecordForm } from "../mail-accounts/record-form.tsx";
import { useMailAccounts, useWhole } from "../mail-accounts/use-mail.ts";
import { t } from "../strings/index.ts";
import { AbsencePreview } from "./absence-preview.tsx";
import { absenceAt, firstDay, fromFirstDay, lastDay, toLastDay } from "./days.ts";
import "./absence.css";

/** `/setting/absence`: the automatic answer while the user is away. */
export function Absence({ session }: ScreenProps): ReactNode {
  const { answer, reload } = useMailAccounts();
  const [chosen, setChosen] = useState(session.accountId);
  return (
    <Section title={t("absence")} intro={t("absenceMore")}>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(accounts) => {
          const mail = accounts.find(({ account }) => account.id === chosen) ?? accounts[0];
          return (
            <>
              {accounts.length > 1 && (
                <Select
                  label={t("account")}
                  value={mail?.account.id ?? ""}
                  onChange={setChosen}
                  options={accounts.map(({ account, name, isOwn }) => ({
                    value: account.id,
                    label: isOwn ? `${t("yourAccount")} (${session.address})` : name,
                  }))}
                />
              )}
              {mail && (
                <Note
                  mail={mail}
                  sender={mail.isOwn ? session.name : mail.name}
                  address={mail.isOwn ? session.address : mail.name}
                  key={mail.account.id}
                />
              )}
            </>
          );
        }}
      </Answered>
    </Section>
  );
}

function Note({
  mail,
  sender,
  address,
}: {
  readonly mail: MailAccount;
  readonly sender: string;
  readonly address: string;
}): ReactNode {
  const { answer, reload } = useWhole(mail.account, VacationResponse);
  return (
    <Answered answer={answer} onRetry={() => void reload()}>
      {([record]) =>
        record && <NoteForm mail={mail} record={record} sender={sender} address={address} />
      }
    </Answered>
  );
}

interface Typed {
  readonly isEnabled: boolean;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What is kept where nothing is typed: the server's own words are English, the person's may be others. */
const standardText = ({ htmlBody }: VacationResponseRecord): string | null =>
  htmlBody !== null || t("absenceStandard") === DEFAULT_VACATION_TEXT ? null : t("absenceStandard");

const typedOf = (record: VacationResponseRecord): Typed => ({
  isEnabled: record.isEnabled,
  from: firstDay(record.fromDate),
  to: lastDay(record.toDate),
  subject: record.subject ?? "",
  text: record.textBody ?? "",
});

function NoteForm({
  mail,
  record,
  sender,
  address,
}: {
  readonly mail: MailAccount;
  readonly record: VacationResponseRecord;
  readonly sender: string;
  readonly address: string;
}): ReactNode {
  const kept = typedOf(record);
  const form = useRecordForm(`absence ${mail.account.id}`, kept, (patch) =>
    mail.account.mutate({ type: VacationResponse, update: { [VACATION_RESPONSE_ID]: patch } }),
  );
  const { typed, change } = form;
  const isBackwards = typed.from !== "" && typed.to !== "" && typed.to < typed.from;
  function save(event: FormEvent): void {
    event.preventDefault();
    if (isBackwards) return;
    const patch = {
      isEnabled: typed.isEnabled,
      fromDate: typed.from === kept.from ? record.fromDate : fromFirstDay(typed.from),
      toDate: typed.to === kept.to ? record.toDate : toLastDay(typed.to),
      subject: typed.subject.trim() || null,
      textBody: typed.text.trim() === "" ? standardText(record) : typed.text,
      // A formatted one that another program left would say something else.
      ...(typed.text !== kept.text && { htmlBody: null }),
    };
    const { id: _, ...before } = record;
    void form.save(patch, before, t(typed.isEnabled ? "absenceOn" : "absenceOff"));
  }

  return (
    <div className="settings-beside">
      <form className="settings-form" onSubmit={save}>
        <Switch
          label={t("answerMail")}
          hint={t("answerMailHint")}
          disabled={mail.isReadOnly}
          checked={typed.isEnabled}
          onChange={(isEnabled) => change({ isEnabled })}
        />
        {form.isChanged ? (
          <Tag tone="warning">{t("notSaved")}</Tag>
        ) : (
          <AbsenceState record={record} />
        )}
        <div className="settings-days">
          <TextField
            type="date"
            label={t("firstDay")}
            hint={t("firstDayHint")}
            readOnly={mail.isReadOnly}
            value={typed.from}
            onChange={(event) => change({ from: event.target.value })}
          />
          <TextField
            type="date"
            label={t("lastDay")}
            hint={t("lastDayHint")}
            readOnly={mail.isReadOnly}
            min={typed.from || undefined}
            value={typed.to}
            error={isBackwards ? t("endsBefore") : undefined}
            onChange={(event) => change({ to: event.target.value })}
          />
        </div>
        <TextField
          label={t("subject")}
          hint={t("absenceSubjectHint")}
          maxLength={500}
          readOnly={mail.isReadOnly}
          value={typed.subject}
          onChange={(event) => change({ subject: event.target.value })}
        />
        <TextArea
          label={t("absenceText")}
          hint={t("absenceTextHint")}
          rows={7}
          maxLength={20_000}
          readOnly={mail.isReadOnly}
          placeholder={t("absenceStandard")}
          value={typed.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        {mail.isReadOnly ? (
          <p className="settings-quiet">{t("onlyRead")}</p>
        ) : (
          <FormFoot form={form} />
        )}
      </form>
      <AbsencePreview
        sender={sender}
        address={address}
        subject={typed.subject.trim()}
        text={typed.text}
      />
    </div>
  );
}

/** What the switch does not say: from when, until when, or that it is over. */
function AbsenceState({ record }: { readonly record: VacationResponseRecord }): ReactNode {
  const [opened] = useState(() => Date.now());
  const { state, until } = absenceAt(record, opened);
  if (state === "off" || (state === "on" && until === null)) return null;
  const date = until === null ? "" : formatDate(state === "on" ? until - 1 : until);
  return (
    <p role="status">
      {state === "on" && <Tag tone="success">{t("absenceIsOnUntil", { date })}</Tag>}
      {state === "ahead" && <Tag tone="warning">{t("absenceIsAhead", { date })}</Tag>}
      {state === "over" && <Tag tone="warning">{t("absenceIsOver")}</Tag>}
    </p>
  );
}
