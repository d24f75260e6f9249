import type { Db } from "../../platform/db/index.ts";
import type { Metrics } from "../../platform/metrics/index.ts";
import { readStored } from "./stored.store.ts";

/** What all accounts keep, for Prometheus. */
export function operationsMetrics(metrics: Metrics, { db }: { readonly db: Db }): void {
  metrics.gauge("atrium_accounts_stored", "Storage used by all accounts.", ["what"], async () => {
    const { octets, emails, accountCount } = await readStored(db);
    return [
      [{ what: "octets" }, octets],
      [{ what: "emails" }, emails],
      [{ what: "accounts" }, accountCount],
    ];
  });
}
