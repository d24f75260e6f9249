import { useChoose } from "@atrium/feature-suite/parts";
import { usePreferences } from "@atrium/state";
import {
  AttachIcon,
  IconButton,
  KeyboardIcon,
  MailIcon,
  MenuButton,
  MoreIcon,
  SortIcon,
  StarIcon,
  Toolbar,
} from "@atrium/ui";
import type { ReactNode } from "react";
import { t as search } from "../search/strings/index.ts";
import { t } from "../strings/index.ts";
import {
  setListOptions,
  useListOptions,
  type ListOnly,
} from "../conversation-list/list-options.ts";
import { usePaneLayout } from "./pane-layout.ts";
import "./list-view.css";

const PANES = { right: "paneRight", below: "paneBelow", off: "paneOff" } as const;
const FILTERS = [
  { name: "unread", label: "onlyUnread", Icon: MailIcon },
  { name: "starred", label: "onlyStarred", Icon: StarIcon },
  { name: "attachments", label: "onlyAttachments", Icon: AttachIcon },
] as const satisfies readonly { readonly name: keyof ListOnly; readonly [key: string]: unknown }[];

/** Which mail of the list is in sight, in what order, and how it is drawn. */
export function ListView({
  byTimeOnly,
  onKeysHelp,
}: {
  /** The list has no other order, as one of several accounts. */
  readonly byTimeOnly: boolean;
  readonly onKeysHelp: () => void;
}): ReactNode {
  const { isPhone } = usePaneLayout();
  const choose = useChoose();
  const { density, readerPane } = usePreferences();
  const { only, mode, ...options } = useListOptions();
  const sort = byTimeOnly ? "date" : options.sort;
  const isAscending = options.isAscending && sort === options.sort;
  const sorts = byTimeOnly ? (["date"] as const) : (["date", "sender", "subject", "size"] as const);
  return (
    <span className="mail-list-view">
      <Toolbar label={search("filters")}>
        {FILTERS.map(({ name, label, Icon }) => (
          <IconButton
            key={name}
            label={search(label)}
            size="small"
            icon={<Icon />}
            pressed={only[name]}
            onClick={() => setListOptions({ only: { ...only, [name]: !only[name] } })}
          />
        ))}
      </Toolbar>
      <MenuButton
        label={search("sortBy")}
        icon={<SortIcon />}
        size="small"
        align="end"
        items={[
          { heading: search("sortBy") },
          ...sorts.map((one) => ({
            id: one,
            label: search(`sort_${one}`),
            checked: sort === one,
            onAct: () => setListOptions({ sort: one, isAscending: false }),
          })),
          { separator: true },
          {
            id: "order",
            label: search(`order_${sort}`),
            checked: isAscending,
            onAct: () => setListOptions({ sort, isAscending: !isAscending }),
          },
          { heading: search("listMode") },
          ...(["conversations", "messages"] as const).map((one) => ({
            id: one,
            label: search(`mode_${one}`),
            checked: mode === one,
            onAct: () => setListOptions({ mode: one }),
          })),
        ]}
      />
      <MenuButton
        label={t("view")}
        icon={<MoreIcon />}
        size="small"
        align="end"
        items={[
          ...(isPhone
            ? []
            : [
                { heading: t("readerPane") },
                ...(["right", "below", "off"] as const).map((pane) => ({
                  id: pane,
                  label: t(PANES[pane]),
                  checked: readerPane === pane,
                  onAct: () => void choose({ readerPane: pane }),
                })),
              ]),
          { heading: t("density") },
          ...(["compact", "regular", "roomy"] as const).map((one) => ({
            id: one,
            label: t(one),
            checked: density === one,
            onAct: () => void choose({ density: one }),
          })),
          { separator: true },
          {
            id: "keys",
            label: t("keys"),
            icon: <KeyboardIcon />,
            shortcut: "?",
            onAct: onKeysHelp,
          },
        ]}
      />
    </span>
  );
}
