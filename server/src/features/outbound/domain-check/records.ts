import type { KeyRecord } from "../dkim/keys.ts";

/** A record that the zone of a mail domain has, or should have. */
export interface WantedRecord {
  readonly kind: "MX" | "SPF" | "DKIM" | "DMARC" | "MTA-STS" | "TLS-RPT";
  /** Without a trailing dot. */
  readonly name: string;
  readonly type: "MX" | "TXT";
  /** As it is typed into a zone, without quotation marks. */
  readonly value: string;
  /** Mail works without it. */
  readonly isOptional: boolean;
  /** What it is good for, for people. */
  readonly purpose: string;
}

/** The records that make mail for and from a domain work well. */
export function wantedRecords(options: {
  readonly domain: string;
  /** The name of this server among mail servers. */
  readonly host: string;
  readonly keys: readonly KeyRecord[];
  /** Mail leaves by another server, which the record has to name. */
  readonly hasSmarthost: boolean;
}): WantedRecord[] {
  const { domain, host, keys, hasSmarthost } = options;
  const txt = { type: "TXT", isOptional: false } as const;
  return [
    {
      kind: "MX",
      name: domain,
      type: "MX",
      value: `10 ${host}.`,
      isOptional: false,
      purpose: "tells other servers where to deliver mail for this domain",
    },
    {
      ...txt,
      kind: "SPF",
      name: domain,
      value: hasSmarthost
        ? "v=spf1 mx include:NAME-THAT-YOUR-SMARTHOST-GIVES -all"
        : "v=spf1 mx -all",
      purpose: "tells other servers which servers may send mail from this domain",
    },
    ...keys.map(({ name, text }) => ({
      ...txt,
      kind: "DKIM" as const,
      name,
      value: text,
      purpose: "holds the key that verifies this server's signatures",
    })),
    {
      ...txt,
      kind: "DMARC",
      name: `_dmarc.${domain}`,
      value: `v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}`,
      purpose: "tells other servers what to do with forged mail from this domain",
    },
    {
      ...txt,
      isOptional: true,
      kind: "MTA-STS",
      name: `_mta-sts.${domain}`,
      value: "v=STSv1; id=1",
      purpose: `makes other servers deliver over TLS only; it also needs https://mta-sts.${domain}/.well-known/mta-sts.txt with: version: STSv1, mode: enforce, mx: ${host}, max_age: 604800`,
    },
    {
      ...txt,
      isOptional: true,
      kind: "TLS-RPT",
      name: `_smtp._tls.${domain}`,
      value: `v=TLSRPTv1; rua=mailto:postmaster@${domain}`,
      purpose: "asks other servers to report TLS failures",
    },
  ];
}
