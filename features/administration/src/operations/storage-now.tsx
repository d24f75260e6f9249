import type { OperationsNow, StoredAccount } from "@atrium/contract/types/operations";
import { formatBytes, formatNumber } from "@atrium/i18n";
import { Banner, Tag } from "@atrium/ui";
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
        <Crowded storage={storage} />
        <Accounts accounts={storage.accounts} />
        {more > 0 && <p className="settings-quiet">{t("moreAccounts", { count: more })}</p>}
      </section>
    </Group>
  );
}

/** Whose mail is refused, or soon will be; the table begins with them. */
function Crowded({
  storage: { fullCount, nearlyFullCount },
}: {
  readonly storage: OperationsNow["storage"];
}): ReactNode {
  if (fullCount + nearlyFullCount === 0) return null;
  return (
    <Banner
      severity={fullCount > 0 ? "danger" : "warning"}
      title={
        fullCount > 0
          ? t("fullAccounts", { count: fullCount })
          : t("nearlyFullAccounts", { count: nearlyFullCount })
      }
    >
      {t(fullCount > 0 ? "fullAccountsMore" : "nearlyFullAccountsMore")}
    </Banner>
  );
}

/** How much it is, and by how much it grew since the first reading. */
function sizeAndGrowth(octets: number, values: readonly (number | null)[]): string {
  const growth = octets - (values.find((value) => value !== null) ?? octets);
  const sign = growth < 0 ? "−" : "+";
  return `${formatBytes(octets)} (${sign}${formatBytes(Math.abs(growth))})`;
}

function Accounts({ accounts }: { readonly accounts: readonly StoredAccount[] }): ReactNode {
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
        {accounts.map(({ id, name, kind, octets, emails, blobs, quota, filled, isFull }) => (
          <tr key={id}>
            <th scope="row">
              <span className="operations-account">
                <span>{name}</span>
                {kind === "shared" && <Tag>{t("shared")}</Tag>}
                {isFull ? (
                  <Tag tone="danger">{t("full")}</Tag>
                ) : (
                  (filled ?? 0) >= 0.9 && <Tag tone="warning">{t("nearlyFull")}</Tag>
                )}
              </span>
              <span className="operations-share" aria-hidden="true">
                <span
                  style={{ inlineSize: `${Math.min(100, share(octets, quota ?? largest) * 100)}%` }}
                />
              </span>
            </th>
            <td>
              {formatBytes(octets)}
              {quota !== null && (
                <small>
                  {t("quotaOf", {
                    percent: t("percent", { amount: Math.round(share(octets, quota) * 100) }),
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

/** Of a limit that may be nothing. */
const share = (octets: number, limit: number): number => octets / Math.max(1, limit);
