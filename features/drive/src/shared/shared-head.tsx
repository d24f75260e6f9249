import { ChevronDownIcon, ChevronUpIcon, MenuButton, SortIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { t as ofDrive } from "../strings/index.ts";
import { PHONE, useMedia } from "../use-media.ts";
import { SHARED_SORTS, type SharedSorting } from "./shared-roots.ts";
import { t } from "./strings/index.ts";

type Column = SharedSorting["by"];

const nameOf = (by: Column): string => (by === "owner" ? t("sharedBy") : ofDrive(by));

const orderOf = (by: Column, isAscending: boolean): string =>
  by === "owner"
    ? t(isAscending ? "ownerUp" : "ownerDown")
    : ofDrive(isAscending ? `${by}Up` : `${by}Down`);

/** The columns of what others share, or a menu where there is no room for them. */
export function SharedHead({
  sorting,
  count,
  onSort,
}: {
  readonly sorting: SharedSorting;
  readonly count: number;
  readonly onSort: (sorting: SharedSorting) => void;
}): ReactNode {
  const isPhone = useMedia(PHONE);
  if (isPhone)
    return (
      <div className="drive-head-line">
        <span className="drive-count">{ofDrive("items", { count })}</span>
        <MenuButton
          label={ofDrive("sortBy", { column: nameOf(sorting.by) })}
          icon={<SortIcon />}
          variant="quiet"
          size="small"
          align="end"
          items={SHARED_SORTS.flatMap((by) =>
            [true, false].map((isAscending) => ({
              id: `${by} ${isAscending}`,
              label: orderOf(by, isAscending),
              checked: sorting.by === by && sorting.isAscending === isAscending,
              onAct: () => onSort({ by, isAscending }),
            })),
          )}
        >
          {nameOf(sorting.by)}
        </MenuButton>
      </div>
    );
  const column = (by: Column): ReactNode => (
    <button
      type="button"
      className="drive-column"
      data-column={by}
      aria-pressed={sorting.by === by}
      aria-label={sorting.by === by ? orderOf(by, sorting.isAscending) : undefined}
      onClick={() =>
        onSort({ by, isAscending: sorting.by === by ? !sorting.isAscending : by !== "modified" })
      }
    >
      {nameOf(by)}
      {sorting.by === by && (sorting.isAscending ? <ChevronUpIcon /> : <ChevronDownIcon />)}
    </button>
  );
  return (
    <div className="drive-head-line drive-shared-columns" role="group" aria-label={ofDrive("sort")}>
      {column("name")}
      {column("owner")}
      <span className="drive-column">{t("role")}</span>
      {column("modified")}
    </div>
  );
}
