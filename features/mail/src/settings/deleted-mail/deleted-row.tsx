import { DeletedEmail } from "@atrium/contract/types/deleted-email";
import { formatDateTime, formatRelative } from "@atrium/i18n";
import { useRecord, type Account } from "@atrium/jmap";
import { Checkbox, Skeleton, type RowState } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

/** What a row shows. */
export const ROW_PROPERTIES = ["id", "subject", "from", "preview", "deletedAt"] as const;

/** One deleted message. */
export function DeletedRow({
  account,
  id,
  state: { selected, select },
}: {
  readonly account: Account;
  readonly id: string | undefined;
  readonly state: RowState;
}): ReactNode {
  const record = useRecord(account, DeletedEmail, id);
  if (!record) return <Skeleton height={36} />;
  const { subject, from, preview, deletedAt } = record;
  const [sender] = from ?? [];
  return (
    <div className="deleted-mail-row" data-selected={selected || undefined}>
      <span
        className="deleted-mail-mark"
        onClick={(event) => {
          event.preventDefault();
          event.stopPropagation();
          select(event);
        }}
      >
        <Checkbox aria-label={t("select")} checked={selected} tabIndex={-1} readOnly />
      </span>
      <div className="deleted-mail-words">
        <strong>{sender ? sender.name || sender.email : t("noSender")}</strong>
        <span>
          {subject || t("noSubject")} <span className="deleted-mail-preview">{preview}</span>
        </span>
      </div>
      <time dateTime={deletedAt} title={formatDateTime(deletedAt)}>
        {t("deletedAt", { when: formatRelative(deletedAt) })}
      </time>
    </div>
  );
}
