import { Email } from "@atrium/contract/types/email";
import { Label, type LabelRecord } from "@atrium/contract/types/label";
import { useRecords } from "@atrium/jmap";
import { AddIcon, CheckIcon, Dialog, MinusIcon, SearchField } from "@atrium/ui";
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type CSSProperties,
} from "react";
import { useMail } from "../mail.tsx";
import { t as mail } from "../strings/index.ts";
import { nextColor, refusalOf } from "./label-actions.ts";
import { findLabels, markOf, type Mark } from "./label-marks.ts";
import { LabelSign } from "./label-sign.tsx";
import { pickerStep } from "../mailboxes/picker-keys.ts";
import { asLabels, useLabels } from "./labels.ts";
import { t } from "./strings/index.ts";
import "../mailboxes/folder-picker.css";
import "./label-menu.css";

const NO_LABELS = asLabels([]);

/**
 * Puts labels on conversations and takes them off: letters of a name, then Enter; what is not there yet is made.
 * A combobox of ARIA's with a list of many choices; it stays open until one is done.
 */
export function LabelMenu({
  rows,
  isAll,
  onSet,
  onClose,
}: {
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
  const [at, setAt] = useState(0);
  const [done, setDone] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const base = useId();
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLDivElement>(null);

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
  const count = found.length + (isNew ? 1 : 0);
  const current = Math.min(at, count - 1);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const toggle = (label: LabelRecord): void => {
    const isOn = stateOf(label) !== "on";
    setDone(new Map(done).set(label.keyword, isOn));
    onSet(label, isOn);
    // What comes next is typed in its place.
    field.current?.querySelector("input")?.select();
  };
  const create = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await account.create(Label, { name, color: nextColor(labels.list) });
      setDone((before) => new Map(before).set(made.keyword, true));
      onSet(made, true);
      setText("");
      setAt(0);
    } catch (failure) {
      setError(refusalOf(failure));
    }
    setBusy(false);
  };
  const act = (index: number): void => {
    const label = found[index];
    if (label) toggle(label);
    else if (isNew && !isBusy) void create();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const to = pickerStep(event.key, current, count);
    if (to !== undefined) setAt(to);
    else if (event.key === "Enter") act(current);
    else return;
    event.preventDefault();
  };
  const option = (index: number) => ({
    id: `${base}-${index}`,
    className: "mail-picker-option",
    role: "option",
    "aria-selected": index === current,
    onPointerMove: () => setAt(index),
    onClick: () => act(index),
  });
  return (
    <Dialog open size="small" title={mail("labelConversations")} onClose={onClose}>
      <div className="mail-picker" onKeyDown={press} ref={field}>
        <SearchField
          autoFocus
          label={t("findLabel")}
          placeholder={t("findLabel")}
          value={text}
          onValue={(value) => {
            setText(value);
            setAt(0);
            setError(undefined);
          }}
          maxLength={120}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${base}-list`}
          aria-activedescendant={count > 0 ? `${base}-${current}` : undefined}
          autoComplete="off"
        />
        <ul
          className="mail-picker-list mail-label-options"
          // As high as all of them, so that the dialog keeps its place while letters choose among them.
          style={{ "--options": labels.list.length + 1 } as CSSProperties}
          id={`${base}-list`}
          role="listbox"
          aria-multiselectable
          aria-label={mail("labels")}
          ref={list}
        >
          {found.map((label, index) => {
            const state = stateOf(label);
            return (
              <li
                key={label.id}
                {...option(index)}
                aria-checked={state === "some" ? "mixed" : state === "on"}
              >
                <span className="mail-label-box" data-state={state} aria-hidden="true">
                  {state === "on" && <CheckIcon />}
                  {state === "some" && <MinusIcon />}
                </span>
                <span className="mail-picker-icon">
                  <LabelSign color={label.color} />
                </span>
                <span className="mail-picker-label">{label.name}</span>
              </li>
            );
          })}
          {isNew && (
            <li key="new" {...option(found.length)} aria-disabled={isBusy || undefined}>
              <span className="mail-label-box" data-state="new" aria-hidden="true">
                <AddIcon />
              </span>
              <span className="mail-picker-label">{t("createCalled", { name })}</span>
            </li>
          )}
        </ul>
        {count === 0 && <p className="mail-picker-none">{t("noLabelsYet")}</p>}
        {error !== undefined && (
          <p className="mail-label-error" role="alert">
            {error}
          </p>
        )}
        <span className="a-hidden" role="status">
          {t("optionsFound", { count })}
        </span>
      </div>
    </Dialog>
  );
}
