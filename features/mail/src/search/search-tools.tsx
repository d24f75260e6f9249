import { SavedSearch } from "@atrium/contract/types/saved-search";
import { href } from "@atrium/contract/href";
import { navigate } from "@atrium/shell";
import { announce, Button, SavedSearchIcon, Switch } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import { pathOf, type Place } from "../place/place.ts";
import { chipWords } from "./chip-words.ts";
import { draftOf, searchOf } from "./query/chips.ts";
import { unknownConditions, withOr } from "./query/query.ts";
import { SaveDialog } from "./saved/save-dialog.tsx";
import { t } from "./strings/index.ts";
import "./search-tools.css";

/** Above what was found: where to look, and keeping the search. */
export function SearchTools({
  place,
  total,
}: {
  readonly place: Place & { readonly kind: "search" };
  readonly total: number | undefined;
}): ReactNode {
  const { account } = useMail();
  const mailboxes = useMailboxes()?.list ?? [];
  const [isSaving, setSaving] = useState(false);
  /** Where the search looked before it looked everywhere. */
  const [scope, setScope] = useState<readonly string[]>([]);
  useEffect(() => {
    if (total !== undefined) announce(t("resultCount", { count: total }));
  }, [total]);
  const { chips, text } = draftOf(place.text);
  const isEverywhere = chips.includes("in:anywhere");
  const name = [...chips.map((chip) => chipWords(chip, mailboxes)), text]
    .filter((part) => part !== "")
    .join(", ");
  const unknown = unknownConditions(place.text);
  const either = withOr(place.text);
  const { thread: _, message: __, ...list } = place;
  const search = (text: string): void => navigate(pathOf({ ...list, text }), { replace: true });
  return (
    <>
      <div className="mail-search-read" role="status">
        {unknown.length > 0 && (
          <p>
            {t("unknownCondition", {
              what: unknown.map((what) => t("quoted", { what })).join(", "),
            })}{" "}
            <a className="a-link" href={href("/help/:slug", { slug: "search" })}>
              {t("searchHelp")}
            </a>
          </p>
        )}
        {either !== undefined && (
          <p>
            {t("lowerOr")}{" "}
            <Button size="small" onClick={() => search(either)}>
              {t("useOr")}
            </Button>
          </p>
        )}
      </div>
      <div className="mail-search-tools">
        <Switch
          label={t("allFolders")}
          checked={isEverywhere}
          onChange={(isOn) => {
            const folders = chips.filter((chip) => chip.startsWith("in:"));
            const others = chips.filter((chip) => !chip.startsWith("in:"));
            if (isOn) setScope(folders);
            const next = { chips: [...others, ...(isOn ? ["in:anywhere"] : scope)], text };
            search(searchOf(next) || "in:inbox");
          }}
        />
        {!place.all && (
          // A saved search is one account's.
          <Button
            size="small"
            variant="quiet"
            icon={<SavedSearchIcon />}
            onClick={() => setSaving(true)}
          >
            {t("saveSearch")}
          </Button>
        )}
        {isSaving && (
          <SaveDialog
            title={t("saveTitle")}
            hint={t("saveWhat")}
            name={name.slice(0, 80)}
            onClose={() => setSaving(false)}
            onSave={(called) => account.create(SavedSearch, { name: called, text: place.text })}
          />
        )}
      </div>
    </>
  );
}
