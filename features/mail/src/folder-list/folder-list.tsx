import { Skeleton } from "@atrium/ui";
import type { ReactNode } from "react";
import { AccountScope, useMail } from "../mail.tsx";
import { useMailboxesIn, useSharedMail, type SharedMail } from "../mailboxes/shared-accounts.ts";
import { unreadIn, useVisibleMail } from "../mailboxes/visible-mail.ts";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { INBOX, type Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { More } from "./more-part.tsx";
import { AccountFolders } from "./account-folders.tsx";
import "./folder-list.css";

const NONE: readonly SharedMail[] = [];

/** The folders, each with what waits in it: the person's own, then those of each account that is shared with them. */
export function FolderList({
  home,
  ...rest
}: {
  /** The person's own folders; `undefined` while they are on their way. */
  readonly home: Mailboxes | undefined;
  readonly place: Place;
  readonly onGo: (place: Place) => void;
}): ReactNode {
  // The folders of others are asked for when one's own are here, with the list: that is one request less before it.
  return home ? <Folders home={home} {...rest} /> : <FoldersSkeleton />;
}

function Folders({
  home,
  place,
  onGo,
}: {
  readonly home: Mailboxes;
  readonly place: Place;
  readonly onGo: (place: Place) => void;
}): ReactNode {
  const shared = useSharedMail() ?? NONE;
  const visible = useVisibleMail();
  const own = place.account === undefined && !place.all ? place : undefined;
  // Its row has its place before the others' folders are here: nothing moves when they come.
  const hasAll = visible ? visible.length > 1 : shared.length > 0;
  return (
    <nav className="mail-folders" aria-label={t("folders")}>
      <AccountScope accountId={undefined}>
        <AccountFolders
          name={undefined}
          mailboxes={home}
          place={own}
          onGo={onGo}
          onLeave={() => onGo(INBOX)}
          all={hasAll ? { unread: unreadIn(visible ?? []), isOpen: place.all === true } : undefined}
        />
        <More place={own} onGo={onGo} onLeave={() => onGo(INBOX)} />
      </AccountScope>
      {shared.map((one) => (
        <AccountScope key={one.id} accountId={one.id} isReadOnly={one.isReadOnly}>
          <SharedFolders shared={one} place={place} onGo={onGo} />
        </AccountScope>
      ))}
    </nav>
  );
}

function SharedFolders({
  shared,
  place,
  onGo,
}: {
  readonly shared: SharedMail;
  readonly place: Place;
  readonly onGo: (place: Place) => void;
}): ReactNode {
  const { account } = useMail();
  const mailboxes = useMailboxesIn(account);
  if (!mailboxes || mailboxes.list.length === 0) return null;
  const go = (to: Place): void => onGo({ ...to, account: shared.id });
  const here = place.account === shared.id ? place : undefined;
  return (
    <>
      <AccountFolders
        name={shared.name}
        mailboxes={mailboxes}
        place={here}
        onGo={go}
        onLeave={() => go(INBOX)}
      />
      <More place={here} onGo={go} onLeave={() => go(INBOX)} />
    </>
  );
}

function FoldersSkeleton(): ReactNode {
  return (
    <div className="mail-folders" aria-busy="true">
      {[64, 52, 40, 58, 44, 48].map((width, index) => (
        <div key={index} className="mail-folders-skeleton">
          <Skeleton width={16} height={16} />
          <Skeleton width={`${width}%`} height={10} />
        </div>
      ))}
    </div>
  );
}
