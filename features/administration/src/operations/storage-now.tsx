import type { OperationsNow, StoredAccount } from "@atrium/contract/types/operations";
import { formatBytes, formatNumber } from "@atrium/i18n";
import { Tag } from "@atrium/ui";
import type { ReactNode } from "react";
import { Group } from "@atrium/settings-page";
import { HistoryChart } from "./history-chart.tsx";
import type { Timeline } from "./timeline.ts";
import { t } from "./strings/index.ts";

/** How much is kept, how it grew, and by whom. */
export function StorageNow({
  now,
  timeline,
}: {
  readonly now: OperationsNow;
  readonly timeline: Timeline;
}): ReactNode {
  const { storage, database } = now;
  const { storedOctets, databaseOctets } = timeline.levels;
  const more = storage.accountCount - storage.accounts.length;
  return (
    <Group title={t("storage")} intro={t("storageMore")}>
      <div className="operations-pair">
        <HistoryChart
          timeline={timeline}
          title={t("stored")}
          kind="lines"
          format={formatBytes}
          summary={t("storedSummary", { octets: formatBytes(storage.octets) })}
          series={[{ name: t("size"), tone: "accent", values: storedOctets }]}
          figures={[sizeAndGrowth(storage.octets, storedOctets)]}
        />
        <HistoryChart
          timeline={timeline}
          title={t("database")}
          kind="lines"
          format={formatBytes}
          summary={t("databaseSummary", { octets: formatBytes(database.octets) })}
          series={[{ name: t("size"), tone: "info", values: databaseOctets }]}
          figures={[sizeAndGrowth(database.octets, databaseOctets)]}
        />
      </div>
      <section className="operations-card">
        <h4>{t("largestAccounts")}</h4>
        <Accounts accounts={storage.accounts} quota={storage.quota} />
        {more > 0 && <p className="settings-quiet">{t("moreAccounts", { count: more })}</p>}
      </section>
    </Group>
  );
}

/** How much it is, and by how much it grew since the first reading. */
function sizeAndGrowth(octets: number, values: readonly (number | null)[]): string {
  const growth = octets - (values.find((value) => value !== null) ?? octets);
  const sign = growth < 0 ? "−" : "+";
  return `${formatBytes(octets)} (${sign}${formatBytes(Math.abs(growth))})`;
}

function Accounts({
  accounts,
  quota,
}: {
  readonly accounts: readonly StoredAccount[];
  readonly quota: number | null;
}): ReactNode {
  const largest = Math.max(1, ...accounts.map(({ octets }) => octets));
  return (
    <table className="operations-accounts">
      <thead>
        <tr>
          <th scope="col">{t("account")}</th>
          <th scope="col">{t("size")}</th>
          <th scope="col">{t("messages")}</th>
          <th scope="col">{t("blobs")}</th>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ id, name, kind, octets, emails, blobs }) => (
          <tr key={id}>
            <th scope="row">
              <span className="operations-account">
                <span>{name}</span>
                {kind === "shared" && <Tag>{t("shared")}</Tag>}
              </span>
              <span className="operations-share" aria-hidden="true">
                <span style={{ inlineSize: `${(octets / (quota ?? largest)) * 100}%` }} />
              </span>
            </th>
            <td>
              {formatBytes(octets)}
              {quota !== null && (
                <small>
                  {t("quotaOf", {
                    percent: t("percent", { amount: Math.round((octets / quota) * 100) }),
                    quota: formatBytes(quota),
                  })}
                </small>
              )}
            </td>
            <td>{formatNumber(emails)}</td>
            <td>{formatNumber(blobs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
