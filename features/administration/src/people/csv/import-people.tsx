import type { SessionInfo } from "@atrium/contract/api/session";
import type { Account } from "@atrium/jmap";
import { Section } from "@atrium/settings-page";
import { useState, type ReactNode } from "react";
import { WithOrganisation } from "../../account.tsx";
import { domainOf } from "../../fields.tsx";
import type { Back } from "../../one/one-record.tsx";
import { CheckTable } from "./check-table.tsx";
import { ChooseSource } from "./choose-source.tsx";
import type { Table } from "./columns.ts";
import type { Plan } from "./plan.ts";
import { RunImport } from "./run-import.tsx";
import { Step } from "./step.tsx";
import { t } from "./strings/index.ts";
import "./import.css";

/** Many people at once: a file is chosen, looked at, and then imported. What it says is only in this page. */
export const ImportPeople = ({
  session,
  back,
}: {
  readonly session: SessionInfo;
  readonly back: Back;
}): ReactNode => (
  <Section title={t("title")} intro={t("intro")} back={back}>
    <WithOrganisation>
      {(account) => <Steps account={account} ownDomain={domainOf(session)} />}
    </WithOrganisation>
  </Section>
);

function Steps({
  account,
  ownDomain,
}: {
  readonly account: Account;
  readonly ownDomain: string;
}): ReactNode {
  const [table, setTable] = useState<Table>();
  const [begun, setBegun] = useState<{ readonly plan: Plan; readonly withLinks: boolean }>();
  function startAgain(): void {
    setTable(undefined);
    setBegun(undefined);
  }
  if (table === undefined) return <ChooseSource onTable={setTable} />;
  if (begun === undefined)
    return (
      <Step label={t("checked")}>
        <CheckTable
          account={account}
          table={table}
          ownDomain={ownDomain}
          onBegin={(plan, withLinks) => setBegun({ plan, withLinks })}
          onBack={startAgain}
        />
      </Step>
    );
  return <RunImport account={account} {...begun} onAgain={startAgain} />;
}
