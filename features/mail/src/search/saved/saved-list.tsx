import { SavedSearch, type SavedSearchRecord } from "@atrium/contract/types/saved-search";
import { compareNames } from "@atrium/i18n";
import { useAll } from "@atrium/jmap";
import { lazyPart } from "@atrium/shell";
import {
  ContextMenu,
  EditIcon,
  MenuButton,
  type MenuEntry,
  MoreIcon,
  offerUndo,
  SavedSearchIcon,
  RulesIcon,
  toast,
  TrashIcon,
} from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { SectionHead, useIsClosed } from "../../sidebar/section-head.tsx";
import { useMail } from "../../mail.tsx";
import { pathOf, type Place } from "../../place/place.ts";
import { t } from "../strings/index.ts";
import { SaveDialog } from "./save-dialog.tsx";
import { removeSavedSearch, renameSavedSearch } from "./saved-searches.ts";
import "./saved-list.css";

const RuleFromSearch = lazyPart(() =>
  import("./rule-from-search.tsx").then((module) => module.RuleFromSearch),
);

/** The account's saved searches; nothing while there are none. */
export function SavedList({
  place,
  onGo,
}: {
  readonly place: Place | undefined;
  readonly onGo: (place: Place) => void;
}): ReactNode {
  const { account, home, isReadOnly } = useMail();
  const all = useAll(account, SavedSearch);
  const isClosed = useIsClosed("closesSavedSearches");
  const [menu, setMenu] = useState<{ id: string; x: number; y: number }>();
  const [renaming, setRenaming] = useState<SavedSearchRecord>();
  const [ruled, setRuled] = useState<SavedSearchRecord>();
  useEffect(() => {
    account.fetchAll(SavedSearch).catch(() => undefined);
  }, [account]);
  if (!all || all.length === 0) return null;

  const remove = (search: SavedSearchRecord): void => {
    removeSavedSearch(account, search).then(
      () =>
        void offerUndo({
          message: t("removed", { name: search.name }),
          onUndo() {
            const { name, text } = search;
            account.create(SavedSearch, { name, text }).catch(failed);
          },
        }),
      failed,
    );
  };
  const actions = (search: SavedSearchRecord): MenuEntry[] => [
    {
      id: "rename",
      label: t("rename"),
      icon: <EditIcon />,
      shortcut: "F2",
      onAct: () => setRenaming(search),
    },
    {
      id: "rule",
      label: t("createRule"),
      icon: <RulesIcon />,
      onAct: () => setRuled(search),
    },
    {
      id: "remove",
      label: t("remove"),
      icon: <TrashIcon />,
      shortcut: "Delete",
      danger: true,
      onAct: () => remove(search),
    },
  ];
  const target = menu && all.find(({ id }) => id === menu.id);
  return (
    <section className="mail-saved" aria-label={t("savedSearches")}>
      <SectionHead section="closesSavedSearches" title={t("savedSearches")} />
      <ul hidden={isClosed}>
        {all
          .toSorted((one, other) => compareNames(one.name, other.name))
          .map((search) => {
            const to: Place = {
              kind: "search",
              text: search.text,
              ...(account !== home && { account: account.id }),
            };
            return (
              <li
                key={search.id}
                className="mail-saved-row"
                data-row
                onContextMenu={(event) => {
                  if (isReadOnly) return;
                  event.preventDefault();
                  // A menu that a key asked for has no place of its own: the row's start stands for it.
                  const box = event.currentTarget.getBoundingClientRect();
                  const isByKey = event.clientX === 0 && event.clientY === 0;
                  const at = { x: box.left + 24, y: box.bottom };
                  const to = isByKey ? at : { x: event.clientX, y: event.clientY };
                  setMenu({ id: search.id, ...to });
                }}
                onKeyDown={(event) => {
                  if (isReadOnly) return;
                  if (event.key === "F2") setRenaming(search);
                  else if (event.key === "Delete") remove(search);
                  else return;
                  event.preventDefault();
                  event.stopPropagation();
                }}
              >
                <a
                  href={pathOf(to)}
                  aria-current={
                    place?.kind === "search" && place.text === search.text ? "page" : undefined
                  }
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    onGo(to);
                  }}
                >
                  <SavedSearchIcon />
                  <span title={search.name}>{search.name}</span>
                </a>
                {!isReadOnly && (
                  <MenuButton
                    label={t("actionsOf", { name: search.name })}
                    icon={<MoreIcon />}
                    size="small"
                    align="end"
                    items={actions(search)}
                  />
                )}
              </li>
            );
          })}
      </ul>
      {menu && target && (
        <ContextMenu
          label={t("actionsOf", { name: target.name })}
          at={menu}
          items={actions(target)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {ruled && <RuleFromSearch search={ruled} onClose={() => setRuled(undefined)} />}
      {renaming && (
        <SaveDialog
          title={t("renameTitle")}
          name={renaming.name}
          onClose={() => setRenaming(undefined)}
          onSave={(name) => renameSavedSearch(account, renaming, name)}
        />
      )}
    </section>
  );
}

function failed(): void {
  toast({ message: t("notSaved"), severity: "danger" });
}
