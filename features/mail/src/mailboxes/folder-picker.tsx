import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { AddFolderIcon } from "@atrium/ui";
import { useMemo, useState, type ReactNode } from "react";
import { Picker, type Choice } from "../picker/picker.tsx";
import type { Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { findFolders } from "./find-folders.ts";
import { MailboxIcon, mailboxName } from "./mailbox-look.tsx";

/** Asks for a folder: some letters of its name, then Enter. */
export function FolderPicker({
  at,
  title,
  folders,
  list,
  top,
  foot,
  onPick,
  onCreate,
  onClose,
}: {
  /** Where it opens; a dialog without. */
  readonly at?: Point;
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
  const allowed = useMemo(() => new Set(folders.map(({ id }) => id)), [folders]);
  const found = useMemo(
    () => findFolders(list, text).filter(({ mailbox }) => allowed.has(mailbox.id)),
    [list, text, allowed],
  );
  const name = text.trim();
  const isKnown = list.some((mailbox) => mailboxName(mailbox).toLowerCase() === name.toLowerCase());
  const choices: Choice[] = [
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
  return (
    <Picker
      at={at}
      title={title}
      field={t("findFolder")}
      text={text}
      onText={setText}
      choices={choices}
      none={t("noSuchFolders")}
      found={t("foldersFound", { count: choices.length })}
      onClose={onClose}
    >
      {foot}
    </Picker>
  );
}
