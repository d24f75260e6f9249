import { Principal, type PrincipalRecord } from "@atrium/contract/types/principal";
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { JmapClient } from "@atrium/jmap";
import { navigate, offeredVerbs, openPalette, useVerbSource, type Verb } from "@atrium/shell";
import { Avatar } from "@atrium/ui";
import { useMail } from "../mail.tsx";
import { LabelSign } from "../labels/label-sign.tsx";
import { labelsOf } from "../labels/labels.ts";
import { MailboxIcon, mailboxName } from "../mailboxes/mailbox-look.tsx";
import { inTreeOrder } from "../mailboxes/mailbox-tree.ts";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { folderKey, pathOf } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { useKeys } from "./keys.ts";

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
    goContacts: () => navigate("/address-book"),
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
    const people = await findPeople(client, text);
    return people.flatMap(({ name, email }) => (email === null ? [] : [write({ name, email })]));
  });
  return null;
}

async function findPeople(client: JmapClient, text: string): Promise<readonly PrincipalRecord[]> {
  const accountId = (await client.session()).primaryAccounts[CAPABILITY.principals];
  if (accountId === undefined) return [];
  const group = client.group();
  const found = group.call(`${Principal.name}/query`, {
    accountId,
    filter: { text },
    sort: [{ property: "name", isAscending: true }],
    limit: MOST_PEOPLE,
  });
  const { result } = group.call<{ readonly list: readonly PrincipalRecord[] }>(
    `${Principal.name}/get`,
    { accountId, "#ids": found.ref("/ids"), properties: ["name", "email"] },
  );
  return (await result).list;
}
