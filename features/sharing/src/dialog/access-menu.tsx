import { MenuButton, DateIcon, TrashIcon, type MenuEntry } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import type { Share } from "../shares/change-shares.ts";
import type { Person } from "../shares/directory.ts";
import { givable, rightsOf, roleOf, type Rights, type ShareRole } from "../shares/roles.ts";
import { t } from "../strings/index.ts";
import { EndDialog } from "../terms/end-dialog.tsx";
import type { ChangeShares } from "./use-change-shares.ts";

/** What access a person or group has, and all that is done with it. */
export function AccessMenu({
  person,
  share,
  roles,
  myRights,
  changes,
  onGone,
}: {
  readonly person: Person;
  readonly share: Share;
  readonly roles: readonly ShareRole[];
  readonly myRights: Rights;
  readonly changes: ChangeShares;
  readonly onGone: () => void;
}): ReactNode {
  const [asksEnd, setAsksEnd] = useState(false);
  const { rights, until } = share;
  const role = roleOf(roles, rights);
  const label = t(role?.name ?? "custom");
  const change = (to: Partial<Share>): void => void changes.change(person, { ...share, ...to });
  const remove = async (): Promise<void> => {
    if (await changes.remove(person, share)) onGone();
  };
  const items: readonly MenuEntry[] = [
    ...givable(roles, myRights).map((one) => ({
      id: one.name,
      label: t(one.name),
      checked: one === role,
      onAct: () => {
        if (one !== role) change({ rights: rightsOf(one) });
      },
    })),
    { separator: true },
    {
      id: "end",
      label: t(until === null ? "setEnd" : "changeEnd"),
      icon: <DateIcon />,
      onAct: () => setAsksEnd(true),
    },
    ...(until === null
      ? []
      : [{ id: "noEnd", label: t("removeEnd"), onAct: () => change({ until: null }) }]),
    { separator: true },
    {
      id: "remove",
      label: t("remove"),
      icon: <TrashIcon />,
      danger: true,
      onAct: () => void remove(),
    },
  ];
  return (
    <>
      <MenuButton
        label={t("roleOf", { name: person.name, role: label })}
        variant="quiet"
        size="small"
        align="end"
        items={items}
      >
        {label}
      </MenuButton>
      {asksEnd && (
        <EndDialog
          until={until}
          onPick={(at) => change({ until: at })}
          onClose={() => setAsksEnd(false)}
        />
      )}
    </>
  );
}
