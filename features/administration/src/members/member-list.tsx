import type { Account } from "@atrium/jmap";
import { Avatar, Button, CloseIcon, IconButton } from "@atrium/ui";
import { useMemo, useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import type { Candidate } from "./find-member.tsx";
import { useMembers } from "./use-members.ts";

/** Members that are shown at once, and with each press of the button. */
const SHOWN = 50;
const MORE = 200;

/** Who is in, each with a way out. */
export function MemberList({
  account,
  ids,
  onTakeOut,
  children,
}: {
  /** The organisation's. */
  readonly account: Account;
  readonly ids: readonly string[];
  readonly onTakeOut: (member: Candidate) => void;
  /** What else can be done with a member. */
  readonly children?: (member: Candidate) => ReactNode;
}): ReactNode {
  const [shown, setShown] = useState(SHOWN);
  const first = useMemo(() => ids.slice(0, shown), [ids, shown]);
  const members = useMembers(account, first);
  if (members.length === 0) return <p className="settings-none">{t("noMembers")}</p>;
  const more = ids.length - first.length;
  return (
    <>
      <ul className="settings-list">
        {members.map((one) => (
          <li className="settings-row" key={one.id}>
            <Avatar name={one.name} address={one.address} size={32} />
            <div className="settings-row-words">
              <strong>{one.name}</strong>
              <span>{one.address}</span>
            </div>
            <div className="settings-row-acts">
              {children?.(one)}
              <IconButton
                label={t("takeOut", { name: one.name })}
                icon={<CloseIcon />}
                onClick={() => onTakeOut(one)}
              />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button onClick={() => setShown(shown + MORE)}>{t("moreMembers", { count: more })}</Button>
      )}
    </>
  );
}
