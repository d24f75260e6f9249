import { UNVERIFIED, type DomainRecord } from "@atrium/contract/types/domain";
import { Group } from "@atrium/settings-page";
import { Select } from "@atrium/ui";
import type { ReactNode } from "react";
import type { Change } from "../one/one-record.tsx";
import { t } from "./strings/index.ts";

const NAMES = {
  junk: { label: t("unverifiedJunk"), hint: t("unverifiedJunkMore") },
  deliver: { label: t("unverifiedDeliver"), hint: t("unverifiedDeliverMore") },
  reject: { label: t("unverifiedReject"), hint: t("unverifiedRejectMore") },
} as const;

/** What is done with mail from outside that claims to be from a domain and does not prove it. */
export const UnverifiedMail = ({
  domain: { name, unverified },
  change,
}: {
  readonly domain: DomainRecord;
  readonly change: Change;
}): ReactNode => (
  <Group title={t("unverified")} intro={t("unverifiedMore", { domain: name })}>
    <Select
      label={t("unverifiedFor")}
      hint={NAMES[unverified].hint}
      options={UNVERIFIED.map((one) => ({ value: one, ...NAMES[one] }))}
      value={unverified}
      onChange={(next) =>
        void change({ unverified: next }, t("unverifiedSaved", { domain: name }), { unverified })
      }
    />
  </Group>
);
