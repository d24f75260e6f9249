import type { OperationsNow, ServerProcess } from "@atrium/contract/types/operations";
import { formatBytes, formatNumber, formatRelative } from "@atrium/i18n";
import type { ReactNode } from "react";
import { Group } from "@atrium/settings-page";
import { t } from "./strings/index.ts";

/** The processes of the server, one below the other. */
export function Processes({ now }: { readonly now: OperationsNow }): ReactNode {
  return (
    <Group title={t("processes")} intro={t("processesMore")}>
      {now.processes.map((process) => (
        <section className="operations-card" key={process.id}>
          <h4>
            {process.host} <span>{t("pid", { pid: process.pid })}</span>
          </h4>
          <dl className="operations-facts">
            {factsOf(process, now).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Group>
  );
}

function factsOf(
  { version, startedAt, cpu, memory, loopDelay, connections, pushed }: ServerProcess,
  { at, database }: OperationsNow,
): readonly (readonly [name: string, value: string])[] {
  const { busy, idle, wanted } = connections;
  return [
    [t("version"), version],
    [t("started"), formatRelative(startedAt, at)],
    [t("processor"), t("ofACore", { amount: formatNumber(Math.round(cpu * 100)) })],
    [t("memory"), formatBytes(memory)],
    [t("eventLoop"), t("milliseconds", { amount: formatNumber(Math.round(loopDelay * 1000)) })],
    [t("poolUse"), wanted > 0 ? t("poolWanted", { busy, wanted }) : t("poolOf", { busy, idle })],
    [t("pushed"), formatNumber(pushed)],
    ["PostgreSQL", database.version],
  ];
}
