import { navigate } from "@atrium/shell";
import { Button, EmptyState, SearchIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import { pathOf, type Place } from "../place/place.ts";
import { chipWords } from "./chip-words.ts";
import { t } from "./strings/index.ts";
import { widened } from "./widen.ts";

/** Nothing was found: ways to look further. */
export function EmptySearch({
  place,
}: {
  readonly place: Place & { readonly kind: "search" };
}): ReactNode {
  const mailboxes = useMailboxes()?.list ?? [];
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={t("nothingFound")}
      action={
        <div className="mail-search-wider">
          {widened(place.text).map(({ how, chip, text }) => (
            <Button
              key={text}
              size="small"
              onClick={() => navigate(pathOf({ ...place, text }), { replace: true })}
            >
              {how === "without"
                ? t("withoutCondition", { name: chipWords(chip, mailboxes) })
                : t(how)}
            </Button>
          ))}
        </div>
      }
    >
      {t("nothingFoundWhat")}
    </EmptyState>
  );
}
