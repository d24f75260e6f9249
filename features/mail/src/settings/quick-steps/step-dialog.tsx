import { QUICK_STEP_KEYS } from "@atrium/contract/types/quick-step";
import { ErrorIcon, FormDialog, Select, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { mailboxName } from "../../mailboxes/mailbox-look.tsx";
import { inTreeOrder } from "../../mailboxes/mailbox-tree.ts";
import type { Named } from "../../rules/use-named.ts";
import { mailSentence } from "../mail-accounts/use-mail.ts";
import { stepOf, type StepFields } from "./step-fields.ts";
import { q } from "./strings/index.ts";

/** Nothing is put there by hand, or its role is a choice of its own. */
const ELSEWHERE = new Set<string | null>([
  "archive",
  "trash",
  "drafts",
  "sent",
  "scheduled",
  "snoozed",
]);

/** Name, actions and key of one quick step. */
export function StepDialog({
  title,
  first,
  named,
  taken,
  onSave,
  onClose,
}: {
  readonly title: string;
  readonly first: StepFields;
  readonly named: Named;
  /** Keys of other steps. */
  readonly taken: ReadonlySet<string>;
  readonly onSave: (step: NonNullable<ReturnType<typeof stepOf>>) => Promise<unknown>;
  readonly onClose: () => void;
}): ReactNode {
  const [fields, setFields] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const change = (patch: Partial<StepFields>): void => {
    setRefusal(undefined);
    setFields({ ...fields, ...patch });
  };
  const submit = async (): Promise<void> => {
    const step = stepOf(fields);
    if (!step) {
      setRefusal(q("doesNothing"));
      return;
    }
    setBusy(true);
    try {
      await onSave(step);
      onClose();
    } catch (error) {
      setRefusal(mailSentence(error));
      setBusy(false);
    }
  };
  const folders = inTreeOrder(named.folders).filter(
    ({ mailbox: { role, myRights } }) => !ELSEWHERE.has(role) && myRights.mayAddItems,
  );
  const places = [
    { value: "", label: q("stays") },
    { value: "role:archive", label: q("archive") },
    { value: "role:trash", label: q("trash") },
    ...folders.map(({ mailbox, above }) => ({
      value: `id:${mailbox.id}`,
      label: q("moveTo", { folder: [...above, mailbox].map(mailboxName).join(" / ") }),
    })),
  ];
  const labels = [
    { value: "", label: q("noLabel") },
    ...named.labels.map(({ keyword, name }) => ({ value: keyword, label: name })),
  ];
  return (
    <FormDialog
      title={title}
      confirmLabel={q("save")}
      busy={isBusy}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        label={q("name")}
        autoComplete="off"
        maxLength={80}
        required
        value={fields.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Select<StepFields["read"]>
        label={q("read")}
        value={fields.read}
        onChange={(read) => change({ read })}
        options={[
          { value: "", label: q("leave") },
          { value: "read", label: q("markRead") },
          { value: "unread", label: q("markUnread") },
        ]}
      />
      <Select<StepFields["star"]>
        label={q("star")}
        value={fields.star}
        onChange={(star) => change({ star })}
        options={[
          { value: "", label: q("leave") },
          { value: "on", label: q("addStar") },
          { value: "off", label: q("removeStar") },
        ]}
      />
      <Select
        label={q("label")}
        value={fields.label}
        onChange={(label) => change({ label })}
        options={withGone(labels, fields.label)}
      />
      <Select
        label={q("goesTo")}
        value={fields.goesTo}
        onChange={(goesTo) => change({ goesTo })}
        options={withGone(places, fields.goesTo)}
      />
      <Select
        label={q("key")}
        hint={q("keyHint")}
        value={fields.key}
        onChange={(key) => change({ key })}
        options={[
          { value: "", label: q("noKey") },
          ...QUICK_STEP_KEYS.filter((key) => !taken.has(key)).map((key) => ({
            value: key as string,
            label: `q ${key}`,
          })),
        ]}
      />
      {refusal !== undefined && (
        <p className="a-field-error" role="alert">
          <ErrorIcon />
          {refusal}
        </p>
      )}
    </FormDialog>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** What a step names that is no more can still be seen, and changed. */
const withGone = (options: readonly Option[], value: string): readonly Option[] =>
  options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: q("gone") }];
