import { Avatar } from "@atrium/ui";
import type { ReactNode } from "react";

/** Who or what a row of a searchable list is about. */
export function Entry({
  name,
  address,
  note,
  isQuiet = false,
  isGroup = false,
}: {
  readonly name: string;
  readonly address: string | null;
  /** What stands below the name; the address unless given. */
  readonly note?: string;
  readonly isQuiet?: boolean;
  readonly isGroup?: boolean;
}): ReactNode {
  return (
    <>
      <Avatar name={name} address={address ?? name} isGroup={isGroup} size={32} />
      <div className="searchable-list-words" data-quiet={isQuiet}>
        <strong>{name}</strong>
        <span>{note ?? address}</span>
      </div>
    </>
  );
}
