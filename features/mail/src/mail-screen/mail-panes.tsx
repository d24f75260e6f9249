import { useQuery, type WindowedQuery } from "@atrium/jmap";
import { ErrorCard } from "@atrium/ui";
import { useEffect, useMemo, type ReactNode } from "react";
import { conversationQuery } from "../conversation-list/conversation-query.ts";
import { FolderList } from "../folder-list/folder-list.tsx";
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
  const options = useListOptions();
  // Quick filters are of the list that they were asked for in.
  useEffect(() => showEverything, [listKey]);
  const query = useMemo(() => {
    const definition = conversationQuery(place, mailboxes, options, session.address);
    return definition && account.query(definition);
    // oxlint-disable-next-line react/exhaustive-deps -- what the definition is made of
  }, [account, listKey, folderId, aside, options]);
  const sidebar = <FolderList home={home} place={place} onGo={(to) => leaveFolders(pathOf(to))} />;
  if (!query)
    return (
      <PaneFrame
        place={place}
        sidebar={sidebar}
        list={
          <ErrorCard title={t("noSuchFolder")}>
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
      isReadOnly={isReadOnly}
      query={query}
      sidebar={sidebar}
    />
  );
}

function Followed({
  place,
  mailboxes,
  isReadOnly,
  query,
  sidebar,
}: {
  readonly place: Place;
  readonly mailboxes: Mailboxes;
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
      title={placeName(place, mailboxes)}
      sidebar={sidebar}
    />
  );
}

function placeName(place: Place, mailboxes: Mailboxes): string {
  if (place.kind === "starred") return t("starred");
  if (place.kind === "search") return t("searchResults");
  const folder = folderOf(place, mailboxes);
  return folder ? mailboxName(folder) : "";
}
