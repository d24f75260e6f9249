import { useConnection, type JmapClient } from "@atrium/jmap";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import "./connection-notice.css";

/** Says that there is no network, what waits for it, and that nobody has to do anything about it. */
export function ConnectionNotice({ client }: { readonly client: JmapClient }): ReactNode {
  const { isUnavailable, pending } = useConnection(client);
  return (
    <div role="status">
      {isUnavailable && (
        <p className="mail-away">
          <strong>{t("away")}</strong>
          {pending > 0 && <> {t("awayWaiting", { count: pending })}</>}
        </p>
      )}
    </div>
  );
}
