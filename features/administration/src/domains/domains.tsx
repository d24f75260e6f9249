import { href } from "@atrium/contract/href";
import { Domain, type DomainRecord } from "@atrium/contract/types/domain";
import { formatDate } from "@atrium/i18n";
import type { ScreenProps } from "@atrium/settings-page";
import { AddIcon, DomainIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { AllOf } from "../list/all-of.tsx";
import { t as administration } from "../strings/index.ts";
import { AddDomainDialog } from "./add-domain.tsx";
import { OneDomain } from "./one-domain.tsx";
import { t } from "./strings/index.ts";
import "./domains.css";

const HOME = href("/setting/:section", { section: "domains" });

/** `/setting/domains`, and `/setting/domains/NAME` for one of them. For administrators. */
export function Domains({ session, path: [name] }: ScreenProps): ReactNode {
  const back = { href: HOME, label: administration("domains") };
  if (name !== undefined) return <OneDomain name={name} back={back} />;
  return (
    <AllOf
      session={session}
      type={Domain}
      properties={ROW}
      home={HOME}
      words={words()}
      addIcon={<AddIcon />}
      Dialog={AddDomainDialog}
    >
      {{ row }}
    </AllOf>
  );
}

/** What a row shows. */
const ROW = ["id", "name", "createdAt"] as const;

const words = () => ({
  label: administration("domains"),
  intro: t("domainsMore"),
  add: administration("addDomain"),
  find: t("filterDomains"),
  count: (count: number) => t("domainCount", { count }),
  none: (query: string) => t("noDomainFound", { query }),
});

const row = ({ name, createdAt }: DomainRecord): ReactNode => (
  <>
    <DomainIcon />
    <div className="searchable-list-words">
      <strong>{name}</strong>
      <span>{administration("since", { date: formatDate(createdAt) })}</span>
    </div>
    <span className="settings-quiet">{t("dnsRecords")}</span>
  </>
);
