import type { Fault, OperationsNow } from "@atrium/contract/types/operations";
import { formatRelative } from "@atrium/i18n";
import { EmptyState, SuccessIcon, Tag } from "@atrium/ui";
import type { ReactNode } from "react";
import { Group } from "@atrium/settings-page";
import { t } from "./strings/index.ts";

/** What went wrong, by code. */
export function Faults({ now }: { readonly now: OperationsNow }): ReactNode {
  return (
    <Group title={t("faults")} intro={t("faultsMore")}>
      {now.faults.length === 0 ? (
        <EmptyState icon={<SuccessIcon />} title={t("noFaults")}>
          {t("noFaultsMore")}
        </EmptyState>
      ) : (
        <ul className="settings-list" aria-label={t("faults")}>
          {now.faults.map((fault) => (
            <FaultRow key={`${fault.source} ${fault.code}`} fault={fault} at={now.at} />
          ))}
        </ul>
      )}
    </Group>
  );
}

function FaultRow({
  fault: { source, code, amount, lastAt, detail },
  at,
}: {
  readonly fault: Fault;
  readonly at: string;
}): ReactNode {
  return (
    <li className="settings-row operations-fault">
      <code>{code}</code>
      <div className="settings-row-words">
        <strong>{detail}</strong>
        <span>
          {[t("times", { count: amount }), t("last", { when: formatRelative(lastAt, at) })].join(
            " · ",
          )}
        </span>
      </div>
      <Tag>{t(`from_${source}`)}</Tag>
    </li>
  );
}
