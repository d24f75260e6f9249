import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { AddFolderIcon, Dialog, SearchField } from "@atrium/ui";
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { t } from "../strings/index.ts";
import { findFolders } from "./find-folders.ts";
import { MailboxIcon, mailboxName } from "./mailbox-look.tsx";
import { pickerStep } from "./picker-keys.ts";
import "./folder-picker.css";

interface Option {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly act: () => void;
}

/** Asks for a folder: some letters of its name, then Enter. */
export function FolderPicker({
  title,
  folders,
  list,
  top,
  foot,
  onPick,
  onCreate,
  onClose,
}: {
  readonly title: string;
  /** The folders to choose from. */
  readonly folders: readonly MailboxRecord[];
  /** All folders, for the ways to them. */
  readonly list: readonly MailboxRecord[];
  /** Another choice above the folders: none of them. */
  readonly top?: { readonly label: string; readonly act: () => void };
  /** Below the folders: how it is meant. */
  readonly foot?: ReactNode;
  readonly onPick: (folder: MailboxRecord) => void;
  /** Makes a folder of the name that was typed. */
  readonly onCreate?: (name: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const base = useId();
  const options = useRef<HTMLUListElement>(null);
  const allowed = useMemo(() => new Set(folders.map(({ id }) => id)), [folders]);
  const found = useMemo(
    () => findFolders(list, text).filter(({ mailbox }) => allowed.has(mailbox.id)),
    [list, text, allowed],
  );
  const name = text.trim();
  const isKnown = list.some((mailbox) => mailboxName(mailbox).toLowerCase() === name.toLowerCase());
  const choices: Option[] = [
    ...(top && name === "" ? [{ id: "top", label: top.label, icon: null, act: top.act }] : []),
    ...found.map(({ mailbox, path }) => ({
      id: mailbox.id,
      label: path,
      icon: <MailboxIcon role={mailbox.role} />,
      act: () => onPick(mailbox),
    })),
    ...(onCreate && name !== "" && !isKnown
      ? [
          {
            id: "new",
            label: t("newFolderCalled", { name }),
            icon: <AddFolderIcon />,
            act: () => onCreate(name),
          },
        ]
      : []),
  ];
  const current = Math.min(at, choices.length - 1);
  useEffect(() => {
    options.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const to = pickerStep(event.key, current, choices.length);
    if (to !== undefined) setAt(to);
    else if (event.key === "Enter") choices[current]?.act();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open size="small" title={title} onClose={onClose}>
      <div className="mail-picker" onKeyDown={press}>
        <SearchField
          autoFocus
          label={t("findFolder")}
          placeholder={t("findFolder")}
          value={text}
          onValue={(value) => {
            setText(value);
            setAt(0);
          }}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${base}-list`}
          aria-activedescendant={choices[current] && `${base}-${choices[current].id}`}
          autoComplete="off"
        />
        <ul
          className="mail-picker-list"
          id={`${base}-list`}
          role="listbox"
          aria-label={title}
          ref={options}
        >
          {choices.map((choice, index) => (
            <li
              key={choice.id}
              id={`${base}-${choice.id}`}
              className="mail-picker-option"
              role="option"
              aria-selected={index === current}
              onPointerMove={() => setAt(index)}
              onClick={choice.act}
            >
              <span className="mail-picker-icon">{choice.icon}</span>
              <span className="mail-picker-label">{choice.label}</span>
            </li>
          ))}
        </ul>
        {choices.length === 0 && <p className="mail-picker-none">{t("noSuchFolders")}</p>}
        {foot}
        <span className="a-hidden" role="status">
          {t("foldersFound", { count: choices.length })}
        </span>
      </div>
    </Dialog>
  );
}
