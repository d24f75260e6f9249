import { compareNames } from "@atrium/i18n";
import { Avatar, Skeleton } from "@atrium/ui";
import type { ReactNode } from "react";
import { shareOf, type Share } from "../shares/change-shares.ts";
import type { Directory, Person } from "../shares/directory.ts";
import type { SharedRecord } from "../shares/follow-shared.ts";
import { roleOf, type ShareRole } from "../shares/roles.ts";
import { t } from "../strings/index.ts";
import { AccessMenu } from "./access-menu.tsx";
import { endText } from "../terms/end-dialog.tsx";
import type { ChangeShares } from "./use-change-shares.ts";

interface Shown {
  readonly record: SharedRecord;
  readonly directory: Directory;
  readonly roles: readonly ShareRole[];
}

/** Who has access: the owner, and all with whom the record itself is shared. */
export function AccessList({
  record,
  directory,
  roles,
  changes,
  onGone,
}: Shown & {
  readonly changes: ChangeShares;
  /** Called when the row that had the focus is gone. */
  readonly onGone: () => void;
}): ReactNode {
  const { owner } = directory;
  const mayShare = record.myRights["mayShare"] === true;
  return (
    <section className="share-section">
      <h3>{t("withAccess")}</h3>
      {changes.fault !== undefined && (
        <p className="share-fault" role="alert">
          {changes.fault}
        </p>
      )}
      <ul className="share-list" aria-label={t("withAccess")}>
        {owner && (
          <AccessRow person={owner} isMe={owner.id === directory.me}>
            <span className="share-role">{t("owner")}</span>
          </AccessRow>
        )}
        {sharesOf(record, directory).map(({ person, share }) => (
          <AccessRow
            key={person.id}
            person={person}
            isMe={person.id === directory.me}
            until={share.until}
            isBusy={changes.busy.has(person.id)}
          >
            {mayShare && person.id !== directory.me ? (
              <AccessMenu
                person={person}
                share={share}
                roles={roles}
                myRights={record.myRights}
                changes={changes}
                onGone={onGone}
              />
            ) : (
              <RoleText roles={roles} share={share} />
            )}
          </AccessRow>
        ))}
      </ul>
    </section>
  );
}

/** Who has access by something else, where alone it is changed. */
export function ReadOnlyShares({
  record,
  directory,
  roles,
  label,
}: Shown & { readonly label: string }): ReactNode {
  return (
    <ul className="share-list" aria-label={label}>
      {sharesOf(record, directory).map(({ person, share }) => (
        <AccessRow
          key={person.id}
          person={person}
          isMe={person.id === directory.me}
          until={share.until}
        >
          <RoleText roles={roles} share={share} />
        </AccessRow>
      ))}
    </ul>
  );
}

/** By name, with those who are not in the directory last. */
function sharesOf(
  record: SharedRecord,
  { people }: Directory,
): readonly { readonly person: Person; readonly share: Share }[] {
  const named = (id: string): Person => {
    const person = people.get(id);
    // While it is asked who it is, there is no name.
    const name = person === undefined ? "" : t("unknown");
    return person ?? { id, name, email: null, isGroup: false };
  };
  const isKnown = ({ id }: Person): boolean => people.get(id) !== null;
  return Object.keys(record.shareWith ?? {})
    .map((id) => ({ person: named(id), share: shareOf(record, id)! }))
    .toSorted(
      ({ person: one }, { person: other }) =>
        Number(isKnown(other)) - Number(isKnown(one)) || compareNames(one.name, other.name),
    );
}

const RoleText = ({
  roles,
  share,
}: {
  readonly roles: readonly ShareRole[];
  readonly share: Share;
}): ReactNode => (
  <span className="share-role">{t(roleOf(roles, share.rights)?.name ?? "custom")}</span>
);

function AccessRow({
  person: { name, email, isGroup },
  isMe,
  until = null,
  isBusy = false,
  children,
}: {
  readonly person: Person;
  readonly isMe: boolean;
  readonly until?: string | null;
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const about = email ?? (isGroup ? t("group") : undefined);
  return (
    <li className="share-row" aria-busy={isBusy || undefined}>
      <Avatar name={name} address={email ?? name} isGroup={isGroup} />
      <span className="share-person">
        <span className="share-name">
          {name === "" ? <Skeleton width={120} height={14} /> : isMe ? t("you", { name }) : name}
        </span>
        {about !== undefined && <span className="share-about">{about}</span>}
        {until !== null && <span className="share-about">{endText(until)}</span>}
      </span>
      {children}
    </li>
  );
}

/** Rows that are on their way. */
export function AccessSkeleton(): ReactNode {
  return (
    <ul className="share-list" aria-hidden="true">
      {[120, 160].map((width) => (
        <li key={width} className="share-row">
          <Skeleton width={32} height={32} round />
          <Skeleton width={width} height={14} />
        </li>
      ))}
    </ul>
  );
}
