import type { DnsRecord, DomainCheck as Check } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import {
  Button,
  ErrorIcon,
  HelpIcon,
  InfoIcon,
  RefreshIcon,
  SuccessIcon,
  Tag,
  WarningIcon,
} from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Answered, Group, useAnswer } from "@atrium/settings-page";
import { t } from "./strings/index.ts";
import { CopyText } from "./copy-text.tsx";
import "./domain-check.css";

/** What DNS says of a domain, and what it should say. */
export function DomainCheck({ name }: { readonly name: string }): ReactNode {
  const { answer, reload } = useAnswer(api.admin.domains.check, name);
  const [busy, setBusy] = useState(false);
  async function again(): Promise<void> {
    setBusy(true);
    await reload();
    setBusy(false);
  }
  return (
    <>
      <Answered answer={answer} onRetry={() => void reload()}>
        {(check) => (
          <>
            <Verdict check={check} />
            <Group title={t("serverName")} intro={t("serverNameMore", { host: check.host })}>
              <Host check={check} />
            </Group>
            <Group title={t("dnsRecords")} intro={t("dnsRecordsMore")}>
              <ul className="settings-list">
                {check.records.map((record) => (
                  <RecordRow key={`${record.kind} ${record.name}`} record={record} />
                ))}
              </ul>
            </Group>
          </>
        )}
      </Answered>
      <div>
        <Button
          icon={<RefreshIcon />}
          busy={busy || answer.status === "loading"}
          onClick={() => void again()}
        >
          {t("checkAgain")}
        </Button>
      </div>
    </>
  );
}

function Verdict({ check }: { readonly check: Check }): ReactNode {
  const open = check.records.filter(
    ({ state, isOptional }) => !isOptional && (state === "missing" || state === "wrong"),
  ).length;
  const isUnknown = check.records.some(({ state }) => state === "unknown");
  const codes = new Set(
    check.records.flatMap(({ state, found }) =>
      state === "unknown" && found !== null ? [found] : [],
    ),
  );
  return (
    <p className="settings-verdict" role="status" data-good={open === 0 && !isUnknown}>
      {open > 0 ? <WarningIcon /> : isUnknown ? <HelpIcon /> : <SuccessIcon />}
      {open > 0
        ? t("recordsOpen", { count: open })
        : isUnknown
          ? t("recordsUnknown", { codes: [...codes].join(", ") })
          : t("recordsStand")}
    </p>
  );
}

function Host({ check }: { readonly check: Check }): ReactNode {
  const { host, addresses, hostFault } = check;
  if (hostFault !== null) return <p>{t("dnsSilent", { code: hostFault })}</p>;
  if (addresses.length === 0) return <p>{t("hostWithoutAddress", { host })}</p>;
  return (
    <ul className="settings-list">
      {addresses.map(({ address, leadsBack }) => (
        <li className="settings-row" key={address}>
          {leadsBack ? <SuccessIcon /> : <WarningIcon />}
          <div className="settings-row-words">
            <strong>{address}</strong>
            <span className="settings-wraps">
              {t(leadsBack ? "leadsBack" : "leadsNotBack", { host })}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

const PURPOSES = {
  MX: "purposeMx",
  SPF: "purposeSpf",
  DKIM: "purposeDkim",
  DMARC: "purposeDmarc",
  "MTA-STS": "purposeMtaSts",
  "TLS-RPT": "purposeTlsRpt",
} as const;

function RecordRow({ record }: { readonly record: DnsRecord }): ReactNode {
  const { kind, name, type, value, state, found, isOptional } = record;
  const isGood = state === "stands";
  const set = (
    <div className="settings-record-set">
      <CopyText label={t("recordName")} copyLabel={t("copyNameOf", { kind })} text={name} />
      <CopyText
        label={t("recordValue", { type })}
        copyLabel={t("copyValueOf", { kind })}
        text={value}
      />
    </div>
  );
  return (
    <li className="settings-record">
      <div className="settings-record-head">
        <StateIcon record={record} />
        <strong>{kind}</strong>
        <StateTag record={record} />
        {isOptional && !isGood && <Tag>{t("optional")}</Tag>}
      </div>
      <p className="settings-quiet">{t(PURPOSES[kind])}</p>
      {found !== null && state === "wrong" && (
        <p className="settings-record-found">{t("nowThere", { found })}</p>
      )}
      {isGood ? (
        <details className="settings-details">
          <summary>{t("showRecord")}</summary>
          {set}
        </details>
      ) : (
        set
      )}
    </li>
  );
}

function StateIcon({ record: { state, isOptional } }: { readonly record: DnsRecord }): ReactNode {
  if (state === "stands") return <SuccessIcon />;
  if (state === "unknown") return <HelpIcon />;
  return isOptional ? <InfoIcon /> : <ErrorIcon />;
}

function StateTag({ record: { state, isOptional } }: { readonly record: DnsRecord }): ReactNode {
  if (state === "stands") return <Tag tone="success">{t("recordStands")}</Tag>;
  if (state === "unknown") return <Tag tone="warning">{t("recordUnknown")}</Tag>;
  const label = t(state === "missing" ? "recordMissing" : "recordWrong");
  return <Tag {...(!isOptional && { tone: "danger" })}>{label}</Tag>;
}
