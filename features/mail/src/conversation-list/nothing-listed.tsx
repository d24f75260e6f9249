import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { lazyPart } from "@atrium/shell";
import { Button, EmptyState, MailIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import type { Place } from "../place/place.ts";
import { t } from "../search/strings/index.ts";
import { isFiltered, showEverything, useListOptions } from "./list-options.ts";

const EmptyList = lazyPart(() =>
  import("../empty-list/empty-list.tsx").then((module) => module.EmptyList),
);
const EmptySearch = lazyPart(() =>
  import("../search/empty-search.tsx").then((module) => module.EmptySearch),
);

/** In place of a list that has no rows. */
export function NothingListed({
  place,
  folder,
}: {
  readonly place: Place;
  readonly folder: MailboxRecord | undefined;
}): ReactNode {
  if (isFiltered(useListOptions()))
    return (
      <EmptyState
        icon={<MailIcon />}
        title={t("filteredEmpty")}
        action={
          <Button size="small" onClick={showEverything}>
            {t("showAll")}
          </Button>
        }
      >
        {t("filteredEmptyWhat")}
      </EmptyState>
    );
  if (place.kind === "search") return <EmptySearch place={place} />;
  return <EmptyList place={place} folder={folder} />;
}
