import {
  AdministratorAct,
  type AdministratorActRecord,
} from "@atrium/contract/types/administrator-act";
import { href } from "@atrium/contract/href";
import { formatDateTime } from "@atrium/i18n";
import { Section, type ScreenProps } from "@atrium/settings-page";
import { HistoryIcon, EmptyState } from "@atrium/ui";
import type { ReactNode } from "react";
import { WithOrganisation } from "../account.tsx";
import { SearchableList } from "../list/searchable-list.tsx";
import { t as administration } from "../strings/index.ts";
import { OneAct } from "./one-act.tsx";
import { changesOfAct, sentenceOfAct } from "./sentence-of-act.ts";
import { t } from "./strings/index.ts";

const HOME = href("/setting/:section", { section: "activity" });

/** `/setting/activity`: what administrators did, and `/setting/activity/ID` for one of it. For administrators. */
export function Activity({ path: [id] }: ScreenProps): ReactNode {
  if (id !== undefined)
    return <OneAct id={id} back={{ href: HOME, label: administration("activity") }} />;
  return (
    <Section fills title={administration("activity")} intro={administration("activityMore")}>
      <WithOrganisation>
        {(account) => (
          <SearchableList
            account={account}
            type={AdministratorAct}
            properties={ROW}
            home={HOME}
            sort={NEWEST_FIRST}
            words={words()}
          >
            {{
              row,
              empty: <EmptyState icon={<HistoryIcon />} title={t("noActs")} />,
            }}
          </SearchableList>
        )}
      </WithOrganisation>
    </Section>
  );
}

const ROW = [
  "id",
  "at",
  "personId",
  "personName",
  "ip",
  "verb",
  "thing",
  "thingName",
  "detail",
] as const;
const NEWEST_FIRST = [{ property: "at", isAscending: false }];

const words = () => ({
  label: administration("activity"),
  find: t("filterActs"),
  count: (count: number) => t("actCount", { count }),
  none: (query: string) => t("noActFound", { query }),
});

const row = (act: AdministratorActRecord): ReactNode => (
  <div className="searchable-list-words" data-sentence="true">
    <strong>{sentenceOfAct(act)}</strong>
    <span>
      {[...changesOfAct(act), formatDateTime(act.at), ...(act.ip === null ? [] : [act.ip])].join(
        " · ",
      )}
    </span>
  </div>
);
