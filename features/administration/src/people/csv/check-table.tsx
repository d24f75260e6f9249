import { namesIn } from "@atrium/contract/types/set";
import { ROLES, type Role } from "@atrium/contract/api/session";
import { roleName } from "@atrium/feature-accounts/parts";
import type { Account } from "@atrium/jmap";
import { Answered, Group, useRead } from "@atrium/settings-page";
import { Banner, Button, Checkbox } from "@atrium/ui";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { isEnough, type Mapping, type Table } from "./columns.ts";
import { LineList, SHOWN } from "./line-list.tsx";
import { MapColumns } from "./map-columns.tsx";
import { planImport, type Newcomer, type Plan, type Present, type Unusable } from "./plan.ts";
import { readPresent } from "./read-all.ts";
import { saveCsv } from "./save-file.ts";
import { t } from "./strings/index.ts";

interface CheckProps {
  readonly table: Table;
  readonly ownDomain: string;
  readonly onBegin: (plan: Plan, withLinks: boolean) => void;
  readonly onBack: () => void;
}

/** What is in which column, and what an import would do. */
export function CheckTable({
  account,
  table,
  onBack,
  ...check
}: CheckProps & { readonly account: Account }): ReactNode {
  const { answer, reload } = useRead(useCallback(() => readPresent(account), [account]));
  const [mapping, setMapping] = useState(table.mapping);
  return (
    <>
      <MapColumns table={table} mapping={mapping} onChange={setMapping} />
      {isEnough(mapping) ? (
        <Answered answer={answer} onRetry={() => void reload()}>
          {(present) => (
            <Checked {...check} table={table} mapping={mapping} present={present} onBack={onBack} />
          )}
        </Answered>
      ) : (
        <>
          <Banner severity="warning" title={t("columnsMissing")} />
          <div className="settings-acts">
            <Button onClick={onBack}>{t("otherFile")}</Button>
          </div>
        </>
      )}
    </>
  );
}

function Checked({
  table: { rows },
  mapping,
  present,
  ownDomain,
  onBegin,
  onBack,
}: CheckProps & { readonly mapping: Mapping; readonly present: Present }): ReactNode {
  const [withLinks, setWithLinks] = useState(true);
  const plan = useMemo(
    () => planImport({ rows, mapping }, present, roleNames(), ownDomain),
    [rows, mapping, present, ownDomain],
  );
  const { newcomers, unusable, foreignAliases } = plan;
  return (
    <Group title={t("checked")} intro={t("checkedMore")}>
      <div role="status">
        <ul className="people-import-counts">
          <li data-main>
            {newcomers.length > 0 ? t("newCount", { count: newcomers.length }) : t("newNone")}
          </li>
          {plan.present.length > 0 && <li>{t("presentCount", { count: plan.present.length })}</li>}
          {foreignAliases > 0 && <li>{t("foreignAliases", { count: foreignAliases })}</li>}
          {unusable.length > 0 && <li>{t("unusableCount", { count: unusable.length })}</li>}
        </ul>
      </div>
      {unusable.length > 0 && <UnusableLines lines={unusable} />}
      <GivenRoles newcomers={newcomers} />
      {newcomers.length > 0 && (
        <Checkbox
          label={t("links")}
          hint={t("linksHint")}
          checked={withLinks}
          onChange={(event) => setWithLinks(event.target.checked)}
        />
      )}
      <div className="settings-acts">
        {newcomers.length > 0 && (
          <Button variant="primary" onClick={() => onBegin(plan, withLinks)}>
            {t("importCount", { count: newcomers.length })}
          </Button>
        )}
        <Button onClick={onBack}>{t("otherFile")}</Button>
      </div>
    </Group>
  );
}

function UnusableLines({ lines }: { readonly lines: readonly Unusable[] }): ReactNode {
  return (
    <>
      <LineList
        label={t("unusableCount", { count: lines.length })}
        lines={lines.map((one) => ({
          line: one.line,
          whom: one.name || one.address,
          why: reasonOf(one),
        }))}
      />
      <Button
        onClick={() =>
          saveCsv(t("unusableFile"), [
            [t("fileLine"), t("name"), t("address"), t("reason")],
            ...lines.map((one) => [String(one.line), one.name, one.address, reasonOf(one)]),
          ])
        }
      >
        {t("downloadUnusable")}
      </Button>
    </>
  );
}

/** Rights are given by name, so that nobody gets them by a column that nobody looked at. */
function GivenRoles({ newcomers }: { readonly newcomers: readonly Newcomer[] }): ReactNode {
  const given = newcomers.filter(({ person: { roles = {} } }) => namesIn(roles).length > 1);
  if (given.length === 0) return null;
  return (
    <Banner severity="warning" title={t("rolesGiven", { count: given.length })}>
      <ul className="people-import-roles">
        {given.slice(0, SHOWN).map(({ line, person: { name, roles = {} } }) => (
          <li key={line}>
            {t("roleOf", {
              name,
              roles: namesIn(roles)
                .filter((role) => role !== "member")
                .map(roleName)
                .join(", "),
            })}
          </li>
        ))}
        {given.length > SHOWN && <li>{t("andMore", { count: given.length - SHOWN })}</li>}
      </ul>
    </Banner>
  );
}

const reasonOf = ({ problem, what }: Unusable): string => t(problem, { what });

const roleNames = (): ReadonlyMap<string, Role> =>
  new Map(ROLES.map((role) => [roleName(role).toLowerCase(), role]));
