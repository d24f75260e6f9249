import { ChevronDownIcon, ChevronUpIcon, MenuButton, SortIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import { PHONE, useMedia } from "../use-media.ts";
import { SORTS, type Sorting } from "../nodes/definitions.ts";
import { setViewOptions } from "./view-options.ts";

/** The other direction of what it is sorted by already; of another column the one that people look for first. */
const next = ({ by, isAscending }: Sorting, column: Sorting["by"]): Sorting => ({
  by: column,
  isAscending: by === column ? !isAscending : column === "name",
});

/** What the list is sorted by: its columns, or a menu where it has none. */
export function ListHead({
  sorting,
  count,
  layout,
}: {
  /** `trashed`: as the trash is, which is not sorted otherwise. */
  readonly sorting: Sorting | "trashed";
  readonly count: number;
  readonly layout: "list" | "grid";
}): ReactNode {
  const isPhone = useMedia(PHONE);
  if (sorting === "trashed")
    return <TrashHead count={count} isPlain={isPhone || layout === "grid"} />;
  const sign = sorting.isAscending ? <ChevronUpIcon /> : <ChevronDownIcon />;
  if (isPhone || layout === "grid")
    return (
      <div className="drive-head-line">
        <span className="drive-count">{t("items", { count })}</span>
        <MenuButton
          label={t("sortBy", { column: t(sorting.by) })}
          icon={<SortIcon />}
          variant="quiet"
          size="small"
          align="end"
          items={SORTS.flatMap((by) =>
            [true, false].map((isAscending) => ({
              id: `${by} ${isAscending}`,
              label: t(isAscending ? `${by}Up` : `${by}Down`),
              checked: sorting.by === by && sorting.isAscending === isAscending,
              onAct: () => setViewOptions({ sorting: { by, isAscending } }),
            })),
          )}
        >
          {t(sorting.by)}
        </MenuButton>
      </div>
    );
  return (
    <div className="drive-head-line drive-columns" role="group" aria-label={t("sort")}>
      {SORTS.map((by) => (
        <button
          key={by}
          type="button"
          className="drive-column"
          data-column={by}
          aria-pressed={sorting.by === by}
          aria-label={
            sorting.by === by ? t(sorting.isAscending ? `${by}Up` : `${by}Down`) : undefined
          }
          onClick={() => setViewOptions({ sorting: next(sorting, by) })}
        >
          {t(by)}
          {sorting.by === by && sign}
        </button>
      ))}
    </div>
  );
}

/** The columns of the trash, which stay in their order. */
function TrashHead({
  count,
  isPlain,
}: {
  readonly count: number;
  readonly isPlain: boolean;
}): ReactNode {
  if (isPlain)
    return (
      <div className="drive-head-line">
        <span className="drive-count">{t("items", { count })}</span>
      </div>
    );
  return (
    <div className="drive-head-line drive-columns">
      {(["name", "trashedFrom", "trashed", "size"] as const).map((column) => (
        <span key={column} className="drive-column" data-column={column}>
          {t(column)}
        </span>
      ))}
    </div>
  );
}
