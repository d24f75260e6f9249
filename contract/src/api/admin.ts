// What the routes for administrators (`api.admin`) take and answer. Others get 403 `forbidden`.

/** Looks up in DNS what a domain needs for mail, as `npx atrium domain check` does. */
export interface DomainCheck {
  readonly domain: string;
  /** What the server is called among mail servers: all domains rest on it. */
  readonly host: string;
  readonly addresses: readonly {
    readonly address: string;
    /** Whether the address leads back to the name (PTR); many servers refuse mail without it. */
    readonly leadsBack: boolean;
  }[];
  /** Why nothing is known of the host's addresses, as DNS says it; `null` when it answered. */
  readonly hostFault: string | null;
  readonly records: readonly DnsRecord[];
}

export interface DnsRecord {
  readonly kind: "MX" | "SPF" | "DKIM" | "DMARC" | "MTA-STS" | "TLS-RPT";
  /** Without a trailing dot. */
  readonly name: string;
  readonly type: "MX" | "TXT";
  /** What is to be set, without quotation marks. */
  readonly value: string;
  /** Mail works without it. */
  readonly isOptional: boolean;
  /** `unknown`: DNS did not answer. */
  readonly state: "stands" | "missing" | "wrong" | "unknown";
  /** What is there instead, or why nothing is known. */
  readonly found: string | null;
}

/** What is served of a remote by now, whatever the organisation wants of it. */
export interface ServedRemote {
  /** Where windows fetch its manifest: a path of this server, or an address elsewhere. */
  readonly url: string;
  /** As its manifest names it. */
  readonly version: string | null;
  /** Why there is no version: the manifest names none, the server may not go there, or nothing came back. */
  readonly fault: "noVersion" | "forbidden" | "away" | null;
}
