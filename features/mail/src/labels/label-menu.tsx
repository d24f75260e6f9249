import { Email } from "@atrium/contract/types/email";
import { Label, type LabelRecord } from "@atrium/contract/types/label";
import { useRecords } from "@atrium/jmap";
import { AddIcon, CheckIcon, MinusIcon } from "@atrium/ui";
import { useMemo, useState, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { Picker, type Choice } from "../picker/picker.tsx";
import type { Point } from "../snooze/point.ts";
import { t as mail } from "../strings/index.ts";
import { nextColor, refusalOf } from "./label-actions.ts";
import { findLabels, markOf, type Mark } from "./label-marks.ts";
import { LabelSign } from "./label-sign.tsx";
import { asLabels, useLabels } from "./labels.ts";
import { t } from "./strings/index.ts";
import "./label-menu.css";

const NO_LABELS = asLabels([]);

/**
 * Puts labels on conversations and takes them off: letters of a name, then Enter; what is not there yet is made.
 * It closes with the choice; with Shift, or by the boxes, several are chosen.
 */
export function LabelMenu({
  at,
  rows,
  isAll,
  onSet,
  onClose,
}: {
  /** Where it opens. */
  readonly at: Point;
  /** The messages of each conversation, by id; of those that are here. */
  readonly rows: readonly (readonly string[])[];
  /** Whether that is all that it is about. */
  readonly isAll: boolean;
  readonly onSet: (label: LabelRecord, isOn: boolean) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { account } = useMail();
  const labels = useLabels() ?? NO_LABELS;
  const [about] = useState(rows);
  const ids = useMemo(() => about.flat(), [about]);
  const emails = useRecords(account, Email, ids);
  const [text, setText] = useState("");
  const [done, setDone] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const keywords = useMemo(() => {
    const byId = new Map(ids.map((id, index) => [id, emails[index]?.keywords ?? {}]));
    return about.map((row) => row.map((id) => byId.get(id)!));
  }, [about, ids, emails]);
  const stateOf = ({ keyword }: LabelRecord): Mark => {
    const known = markOf(keywords, keyword);
    if (isAll) return known;
    // Of those that are not here it is only known what was just done with them.
    const said = done.get(keyword);
    if (said !== undefined) return said ? "on" : "off";
    return known === "on" ? "some" : known;
  };
  const name = text.trim();
  const found = findLabels(labels.list, text);
  const isNew = name !== "" && labels.byName(name) === undefined;

  const toggle = (label: LabelRecord): void => {
    const isOn = stateOf(label) !== "on";
    setDone(new Map(done).set(label.keyword, isOn));
    onSet(label, isOn);
  };
  const create = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await account.create(Label, { name, color: nextColor(labels.list) });
      onSet(made, true);
      onClose();
    } catch (failure) {
      setError(refusalOf(failure));
      setBusy(false);
    }
  };
  const choices: Choice[] = found.map((label) => {
    const state = stateOf(label);
    return {
      id: label.id,
      label: label.name,
      icon: <LabelSign color={label.color} />,
      box: (
        <span className="mail-label-box" data-state={state} aria-hidden="true">
          {state === "on" && <CheckIcon />}
          {state === "some" && <MinusIcon />}
        </span>
      ),
      checked: state === "some" ? "mixed" : state === "on",
      act: () => {
        toggle(label);
        onClose();
      },
      toggle: () => toggle(label),
    };
  });
  if (isNew)
    choices.push({
      id: "new",
      label: t("createCalled", { name }),
      box: (
        <span className="mail-label-box" data-state="new" aria-hidden="true">
          <AddIcon />
        </span>
      ),
      disabled: isBusy,
      act: () => {
        if (!isBusy) void create();
      },
    });
  return (
    <Picker
      at={at}
      title={mail("labelConversations")}
      field={t("findLabel")}
      maxLength={120}
      text={text}
      onText={(value) => {
        setText(value);
        setError(undefined);
      }}
      choices={choices}
      // As high as all of them, so that the dialog keeps its place while letters choose among them.
      many={{ label: mail("labels"), rows: labels.list.length + 1 }}
      none={t("noLabelsYet")}
      found={t("optionsFound", { count: choices.length })}
      onClose={onClose}
    >
      {error !== undefined && (
        <p className="mail-label-error" role="alert">
          {error}
        </p>
      )}
      {found.length > 1 && <p className="mail-label-several">{t("chooseSeveral")}</p>}
    </Picker>
  );
}
