import {
  Label,
  LABEL_COLORS,
  type LabelColor,
  type LabelRecord,
} from "@atrium/contract/types/label";
import { Confirm, FormDialog, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { changeLabel, deleteLabel, nextColor, refusalOf, sayRefused } from "./label-actions.ts";
import { hueOf, useLabels } from "./labels.ts";
import { t } from "./strings/index.ts";
import "./label-questions.css";

/** What is asked about a label before it is done. */
export type LabelQuestion =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "delete"; readonly label: LabelRecord };

/** Asks for a label's name and colour, or whether it shall really go, and does it. */
export function LabelQuestions({
  question,
  onClose,
  onGone,
}: {
  readonly question: LabelQuestion;
  readonly onClose: () => void;
  /** The label is no more. */
  readonly onGone: (id: string) => void;
}): ReactNode {
  const { account } = useMail();
  if (question.kind !== "delete")
    return (
      <EditLabel label={question.kind === "edit" ? question.label : undefined} onClose={onClose} />
    );
  const { label } = question;
  return (
    <Confirm
      open
      danger
      title={t("deleteTitle", { name: label.name })}
      confirmLabel={t("deleteLabel")}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        onGone(label.id);
        deleteLabel(account, label).catch(sayRefused);
      }}
    >
      <p>{t("deleteWhat")}</p>
    </Confirm>
  );
}

function EditLabel({
  label,
  onClose,
}: {
  /** A new one when absent. */
  readonly label: LabelRecord | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { account } = useMail();
  const labels = useLabels();
  const [name, setName] = useState(label?.name ?? "");
  const [color, setColor] = useState<LabelColor>(
    () => label?.color ?? nextColor(labels?.list ?? []),
  );
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const wanted = name.trim();
    if (wanted === "") {
      setError(t("nameNeeded"));
      return;
    }
    setBusy(true);
    try {
      if (!label) {
        await account.create(Label, { name: wanted, color });
        toast(t("created", { name: wanted }));
      } else if (wanted !== label.name || color !== label.color)
        await changeLabel(account, label, { name: wanted, color });
      onClose();
    } catch (failure) {
      setError(refusalOf(failure));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t(label ? "editLabel" : "newLabel")}
      onClose={onClose}
      confirmLabel={t(label ? "save" : "create")}
      busy={isBusy}
      onSubmit={() => void save()}
    >
      <TextField
        label={t("labelName")}
        {...(error !== undefined && { error })}
        autoComplete="off"
        maxLength={120}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
        onFocus={(event) => event.target.select()}
      />
      <fieldset className="mail-label-colors">
        <legend>{t("color")}</legend>
        {LABEL_COLORS.map((one) => (
          <label key={one} title={t(`color_${one}`)}>
            <input
              type="radio"
              name="color"
              aria-label={t(`color_${one}`)}
              checked={one === color}
              onChange={() => setColor(one)}
            />
            <span className="a-tag" data-hue={hueOf(one)} aria-hidden="true">
              A
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
