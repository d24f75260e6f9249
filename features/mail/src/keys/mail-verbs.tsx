import { href } from "@atrium/contract/href";
import { searchDirectory } from "@atrium/feature-compose/parts";
import { navigate, offeredVerbs, openPalette, useVerbSource, type Verb } from "@atrium/shell";
import { Avatar, SearchIcon } from "@atrium/ui";
import { lazy } from "react";
import { useMail } from "../mail.tsx";
import { LabelSign } from "../labels/label-sign.tsx";
import { labelsOf } from "../labels/labels.ts";
import { MailboxIcon, mailboxName } from "../mailboxes/mailbox-look.tsx";
import { inTreeOrder } from "../mailboxes/mailbox-tree.ts";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { folderKey, pathOf } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { commandIcons, useKeys } from "./keys.ts";

/** Loaded when the palette draws the first; one that does not load is left out. */
const CommandIcon = lazy(() =>
  import("./command-icon.tsx").then(
    (module) => ({ default: module.CommandIcon }),
    () => ({ default: () => null }),
  ),
);
commandIcons.of = (command) => <CommandIcon command={command} />;

/** Whom to write to. */
export interface Recipient {
  readonly name: string | null;
  readonly email: string;
}

/** Fewer letters would find half of the organisation. */
const SHORTEST = 2;
const MOST_PEOPLE = 6;
const ADDRESS = /^[^\s@<>"]+@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/;

/** What mail gives to every screen of its window: writing, and folders and people for the palette. */
export function MailVerbs({
  onWrite,
}: {
  /** Opens a new message, to this person when there is one. */
  readonly onWrite?: ((to?: Recipient) => void) | undefined;
}): null {
  const { client, home } = useMail();
  useKeys({
    compose: onWrite && (() => onWrite()),
    goContacts: () => navigate(href("/address-book")),
    goFolder: () => openPalette(`${t("keysFolders")} `),
  });
  useVerbSource((text) => {
    // Folders are found by the palette itself: all of them are offered at once.
    if (text !== "") return [];
    const offered = new Set(offeredVerbs().map(({ id }) => id));
    return inTreeOrder(mailboxesOf(home).list).flatMap(({ mailbox, above }): Verb | [] => {
      // Where the way there is a command with keys of its own, that is enough.
      const role = mailbox.role ?? "";
      const command = `mail.go${role.charAt(0).toUpperCase()}${role.slice(1)}`;
      if (offered.has(command)) return [];
      const place = [...above, mailbox].map(mailboxName).join(" / ");
      return {
        id: `mail.folder.${mailbox.id}`,
        label: t("goTo", { place }),
        group: t("keysFolders"),
        icon: <MailboxIcon role={mailbox.role} />,
        act: () => navigate(pathOf({ kind: "folder", folder: folderKey(mailbox) })),
      };
    });
  });
  useVerbSource((text) =>
    text === ""
      ? labelsOf(home).list.map(({ id, name, color }): Verb => ({
          id: `mail.label.${id}`,
          label: t("goTo", { place: name }),
          group: t("labels"),
          icon: <LabelSign color={color} />,
          act: () => navigate(pathOf({ kind: "label", label: id })),
        }))
      : [],
  );
  useVerbSource((text) =>
    text === ""
      ? []
      : [
          {
            id: "mail.search-for",
            label: t("searchFor", { text }),
            icon: <SearchIcon />,
            act: () => navigate(pathOf({ kind: "search", text })),
          },
        ],
  );
  useVerbSource(async (text) => {
    if (onWrite === undefined || text.length < SHORTEST) return [];
    const write = (to: Recipient): Verb => ({
      id: `mail.write.${to.email}`,
      label: t("writeTo", { name: to.name ?? to.email }),
      group: to.name === null ? t("keysPeople") : to.email,
      icon: <Avatar name={to.name ?? to.email} address={to.email} size={20} />,
      act: () => onWrite(to),
    });
    if (ADDRESS.test(text)) return [write({ name: null, email: text })];
    return (await searchDirectory(client, text, MOST_PEOPLE)).map(write);
  });
  return null;
}
