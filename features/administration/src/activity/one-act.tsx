import {
  AdministratorAct,
  type AdministratorActRecord,
} from "@atrium/contract/types/administrator-act";
import { formatDateTime } from "@atrium/i18n";
import type { Account } from "@atrium/jmap";
import { Group, Section } from "@atrium/settings-page";
import { useMemo, type ReactNode } from "react";
import { useMembers } from "../members/use-members.ts";
import { OneRecord, type Back } from "../one/one-record.tsx";
import { detailsOfAct, sentenceOfAct } from "./sentence-of-act.ts";
import { t } from "./strings/index.ts";

/** One act: who did what, when, from where, and what exactly. */
export const OneAct = ({ id, back }: { readonly id: string; readonly back: Back }): ReactNode => (
  <OneRecord type={AdministratorAct} id={id} back={back}>
    {({ account, record }) => (
      <Section title={sentenceOfAct(record)} intro={formatDateTime(record.at)} back={back}>
        <Details account={account} act={record} />
      </Section>
    )}
  </OneRecord>
);

/** People and groups that are named at once. */
const NAMED = 50;

function Details({
  account,
  act,
}: {
  readonly account: Account;
  readonly act: AdministratorActRecord;
}): ReactNode {
  const details = useMemo(() => detailsOfAct(act), [act]);
  const ids = useMemo(() => details.flatMap((one) => one.ids ?? []).slice(0, NAMED), [details]);
  const names = new Map(useMembers(account, ids).map(({ id, name }) => [id, name]));
  const rows = [
    ...(act.ip === null ? [] : [{ label: t("fromWhere"), text: act.ip }]),
    ...details.map(({ label, text, ids: named }) => ({
      label,
      text: named?.map((id) => names.get(id) ?? id).join(", ") ?? text,
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <Group title={t("details")}>
      <ul className="settings-list">
        {rows.map(({ label, text }) => (
          <li className="settings-row" key={label}>
            <div className="settings-row-words">
              <strong>{label}</strong>
              <span className="settings-wraps">{text}</span>
            </div>
          </li>
        ))}
      </ul>
    </Group>
  );
}
