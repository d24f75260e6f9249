import type { SavedSearchRecord } from "@atrium/contract/types/saved-search";
import { formatList } from "@atrium/i18n";
import { Banner } from "@atrium/ui";
import { useMemo, type ReactNode } from "react";
import { useMail } from "../../mail.tsx";
import { useMailboxes } from "../../mailboxes/use-mailboxes.ts";
import { emptyRule } from "../../rules/empty-rule.ts";
import { NewRule } from "../../rules/new-rule.tsx";
import { chipWords } from "../chip-words.ts";
import { t } from "../strings/index.ts";
import { ruleForSearch } from "./rule-for-search.ts";

/** Characters of a rule's name; that of a search may be longer. */
const MAX_NAME = 100;

/** A new rule for what a saved search finds, with what of it the rule leaves out. */
export function RuleFromSearch({
  search,
  onClose,
}: {
  readonly search: SavedSearchRecord;
  readonly onClose: () => void;
}): ReactNode {
  const { session } = useMail();
  const mailboxes = useMailboxes()?.list;
  const { name, text } = search;
  const { conditions, match, left } = useMemo(
    () => ruleForSearch(text, session.address),
    [text, session.address],
  );
  const rule = useMemo(() => {
    const begun = { ...emptyRule(), name: name.slice(0, MAX_NAME).toWellFormed().trim() };
    return conditions.length === 0 ? begun : { ...begun, conditions, match };
  }, [name, conditions, match]);
  const what = left.map((condition) => `“${chipWords(condition, mailboxes ?? [])}”`);
  return (
    <NewRule
      rule={rule}
      note={
        left.length > 0 && (
          <Banner severity="warning" title={t("ruleLeaves", { what: formatList(what) })}>
            {t("ruleLeavesWhy")}
          </Banner>
        )
      }
      onClose={onClose}
    />
  );
}
