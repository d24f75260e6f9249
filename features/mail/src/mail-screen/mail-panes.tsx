import { useQuery, type WindowedQuery } from "@atrium/jmap";
import { ErrorCard } from "@atrium/ui";
import { useEffect, useMemo, type ReactNode } from "react";
import { conversationQuery, labelOf } from "../conversation-list/conversation-query.ts";
import { FolderList } from "../folder-list/folder-list.tsx";
import { ListSkeleton } from "../conversation-list/conversation-list.tsx";
import { useLabels, type Labels } from "../labels/labels.ts";
import { useMail } from "../mail.tsx";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { folderOf, INBOX, pathOf, withThread, type Place } from "../place/place.ts";
import { useSettled } from "../search/use-settled.ts";
import { t } from "../strings/index.ts";
import { ListAndReader } from "./list-and-reader.tsx";
import { showEverything, useListOptions } from "./list-options.ts";
import { leaveFolders, PaneFrame } from "./pane-frame.tsx";

/** Folders, conversations and reader of a place, once the folders are known. */
export function MailPanes({
  place,
  mailboxes,
  home,
}: {
  readonly place: Place;
  readonly mailboxes: Mailboxes;
  /** The folders of the person's own account. */
  readonly home: Mailboxes;
}): ReactNode {
  const { account, session, isReadOnly } = useMail();
  // Not the open conversation: opening another one asks for no other list.
  const listKey = JSON.stringify(withThread(place, undefined));
  const folderId = folderOf(place, mailboxes)?.id;
  const aside = [mailboxes.byRole("trash")?.id, mailboxes.byRole("junk")?.id].join();
  const labels = useLabels();
  // A search names labels by their names.
  const named =
    place.kind === "search"
      ? JSON.stringify(labels?.list.map(({ name, keyword }) => [name, keyword]))
      : labelOf(place, labels)?.keyword;
  const options = useListOptions();
  // Quick filters are of the list that they were asked for in.
  useEffect(() => showEverything, [listKey]);
  const query = useMemo(() => {
    const definition = conversationQuery(place, mailboxes, labels, options, session.address);
    return definition && account.query(definition);
    // oxlint-disable-next-line react/exhaustive-deps -- what the definition is made of
  }, [account, listKey, folderId, aside, named, options]);
  const sidebar = <FolderList home={home} place={place} onGo={(to) => leaveFolders(pathOf(to))} />;
  if (!query && place.kind === "label" && !labels)
    return <PaneFrame place={place} sidebar={sidebar} list={<ListSkeleton />} reader={null} />;
  if (!query)
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
  // One and the same for every list: the search box above the rows must not be made anew while somebody types in it.
  return (
    <Followed
      place={place}
      mailboxes={mailboxes}
      labels={labels}
      isReadOnly={isReadOnly}
      query={query}
      sidebar={sidebar}
    />
  );
}

function Followed({
  place,
  mailboxes,
  labels,
  isReadOnly,
  query,
  sidebar,
}: {
  readonly place: Place;
  readonly mailboxes: Mailboxes;
  readonly labels: Labels | undefined;
  readonly isReadOnly: boolean;
  readonly query: WindowedQuery;
  readonly sidebar: ReactNode;
}): ReactNode {
  const shown = useSettled(query, useQuery(query), place.kind === "search");
  return (
    <ListAndReader
      place={place}
      mailboxes={mailboxes}
      isReadOnly={isReadOnly}
      query={shown.query}
      view={shown.view}
      title={placeName(place, mailboxes, labels)}
      sidebar={sidebar}
    />
  );
}

function placeName(place: Place, mailboxes: Mailboxes, labels: Labels | undefined): string {
  if (place.kind === "starred") return t("starred");
  if (place.kind === "search") return t("searchResults");
  if (place.kind === "label") return labelOf(place, labels)?.name ?? "";
  const folder = folderOf(place, mailboxes);
  return folder ? mailboxName(folder) : "";
}
