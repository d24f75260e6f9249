import { Label } from "@atrium/contract/types/label";
import { useQuery } from "@atrium/jmap";
import { ErrorCard } from "@atrium/ui";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { conversationQuery, onlyOf, labelOf } from "../conversation-list/conversation-query.ts";
import { FolderList } from "../folder-list/folder-list.tsx";
import { ListSkeleton } from "../conversation-list/list-skeleton.tsx";
import { asLabels, type Labels } from "../labels/labels.ts";
import { useMail } from "../mail.tsx";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import { waiting } from "../mailboxes/mailbox-tree.ts";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { useWholes } from "../mailboxes/use-wholes.ts";
import type { VisibleMail } from "../mailboxes/visible-mail.ts";
import { folderOf, INBOX, pathOf, roleMadeLater, withThread, type Place } from "../place/place.ts";
import { useSettled } from "../search/use-settled.ts";
import { t } from "../strings/index.ts";
import { leaveFolders } from "./folder-drawer.tsx";
import { ListAndReader } from "./list-and-reader.tsx";
import {
  showEverything,
  useListOptions,
  type ListOptions,
} from "../conversation-list/list-options.ts";
import {
  mailList,
  mayInList,
  mergedQuery,
  shapeOf,
  type ListShare,
  type MailList,
} from "./mail-list.ts";
import { PaneFrame } from "./pane-frame.tsx";

/** Folders, conversations and reader of a place, once the folders are known. */
export function MailPanes({
  place,
  shown,
  home,
}: {
  readonly place: Place;
  /** The accounts whose mail the place shows: one, unless it is a place of all. */
  readonly shown: readonly Omit<VisibleMail, "inbox">[];
  /** The folders of the person's own account. */
  readonly home: Mailboxes;
}): ReactNode {
  const { session } = useMail();
  // Not the open conversation: opening another one asks for no other list.
  const listKey = JSON.stringify(withThread(place, undefined));
  const folders = shown.map(({ account, mailboxes }) => [
    account.id,
    folderOf(place, mailboxes)?.id,
    mailboxes.byRole("trash")?.id,
    mailboxes.byRole("junk")?.id,
  ]);
  const accounts = useSame(shown.map(({ account }) => account));
  const wholes = useWholes(accounts, Label);
  const labels = useMemo(() => wholes.map((list) => list && asLabels(list)), [wholes]);
  // A search names labels by their names.
  const named =
    place.kind === "search"
      ? JSON.stringify(wholes.map((list) => list?.map(({ name, keyword }) => [name, keyword])))
      : labelOf(place, labels[0] ?? undefined)?.keyword;
  const chosen = useListOptions();
  // Rows of several accounts can be put in order here only by their time.
  const options = useMemo(
    () => (place.all ? { ...chosen, ...byTime(chosen) } : chosen),
    [place.all, chosen],
  );
  // Quick filters are of the list that they were asked for in.
  useEffect(() => showEverything, [listKey]);
  const queries = useMemo(() => {
    const parts = shown.flatMap(({ account, mailboxes }, at) => {
      const own = labels[at] ?? undefined;
      const definition = conversationQuery(place, mailboxes, own, options, session.address);
      return definition ? [[account, account.query(definition)] as const] : [];
    });
    const [first] = parts;
    return first && { parts: new Map(parts), query: place.all ? mergedQuery(parts) : first[1] };
    // oxlint-disable-next-line react/exhaustive-deps -- what the definitions are made of
  }, [listKey, folders.join(), named, options]);
  const shape = useMemo(
    () => shown.map((one) => `${one.name} ${one.isReadOnly} ${shapeOf(one.mailboxes)}`).join("\n"),
    [shown],
  );
  const list = useMemo(() => {
    const shares = shown.flatMap((one, at): ListShare | [] => {
      const query = queries?.parts.get(one.account);
      if (!query) return [];
      const folder = folderOf(place, one.mailboxes);
      const only = onlyOf(place, one.mailboxes, labels[at] ?? undefined);
      const may = mayInList(one.mailboxes, folder, one.isReadOnly);
      return { ...one, folder, query, only, may };
    });
    return queries && shares.length > 0 ? mailList(shares, queries.query) : undefined;
    // oxlint-disable-next-line react/exhaustive-deps -- the place but for what is open in it, the folders but for counts
  }, [queries, shape, listKey]);
  const unread = shown.reduce((sum, { mailboxes }) => {
    const folder = folderOf(place, mailboxes);
    return folder ? sum + waiting(folder) : sum;
  }, 0);
  const sidebar = <FolderList home={home} place={place} onGo={(to) => leaveFolders(pathOf(to))} />;
  if (!list && place.kind === "label" && labels[0] === undefined)
    return <PaneFrame place={place} sidebar={sidebar} list={<ListSkeleton />} reader={null} />;
  if (!list)
    return (
      <PaneFrame
        place={place}
        sidebar={sidebar}
        list={
          <ErrorCard title={t(place.kind === "label" ? "noSuchLabel" : "noSuchFolder")}>
            <a href={pathOf(INBOX)}>{t("toInbox")}</a>
          </ErrorCard>
        }
        reader={null}
      />
    );
  // One and the same for every list: the search box above the rows must not remount while the user types in it.
  return (
    <Followed
      place={place}
      list={list}
      labels={labels[0] ?? undefined}
      unread={unread}
      sidebar={sidebar}
    />
  );
}

function Followed({
  place,
  list,
  labels,
  unread,
  sidebar,
}: {
  readonly place: Place;
  readonly list: MailList;
  readonly labels: Labels | undefined;
  readonly unread: number;
  readonly sidebar: ReactNode;
}): ReactNode {
  const shown = useSettled(list, useQuery(list.query), place.kind === "search");
  return (
    <ListAndReader
      place={place}
      list={shown.list}
      view={shown.view}
      unread={unread}
      title={placeName(place, list.shares[0]!.mailboxes, labels)}
      sidebar={sidebar}
    />
  );
}

function byTime({ sort, isAscending }: ListOptions): Pick<ListOptions, "sort" | "isAscending"> {
  return { sort: "date", isAscending: sort === "date" && isAscending };
}

/** The same array while what is in it is the same. */
function useSame<T>(items: readonly T[]): readonly T[] {
  const [known, setKnown] = useState(items);
  const isSame = known.length === items.length && items.every((one, at) => one === known[at]);
  if (!isSame) setKnown(items);
  return isSame ? known : items;
}

function placeName(place: Place, mailboxes: Mailboxes, labels: Labels | undefined): string {
  if (place.all && place.kind === "folder") return t("allInboxes");
  if (place.kind === "starred") return t("starred");
  if (place.kind === "search") return t("searchResults");
  if (place.kind === "label") return labelOf(place, labels)?.name ?? "";
  const role = roleMadeLater(place) ?? null;
  return mailboxName(folderOf(place, mailboxes) ?? { role, name: "" });
}
