import { plural } from "@atrium/i18n";

export const en = {
  domainsMore: "Atrium receives email for these domains.",
  domain: "Domain",
  domainHint: "For example, example.org",
  domainAdded: "Atrium now receives email for {name}.",
  filterDomains: "Find domains",
  domainCount: ({ count }: { count: number }) =>
    plural(count, { one: "{count} domain", other: "{count} domains" }),
  noDomainFound: "No domains match “{query}”",
  endDomainQuestion: "Remove {name}?",
  endDomain: "Remove domain",
  endDomainMore:
    "Email sent to it will be rejected; email already received stays. First give everyone with an address in this domain another one.",
  domainEnded: "{name} was removed.",
  unverified: "Unverified email from this domain",
  unverifiedMore:
    "Email from outside that claims to be from {domain} but passes neither SPF nor DKIM. People always see a warning.",
  unverifiedFor: "What to do with it",
  unverifiedJunk: "Move it to Junk",
  unverifiedDeliver: "Deliver it to the inbox",
  unverifiedReject: "Reject it",
  unverifiedJunkMore:
    "Except email from mailing lists the recipient reads, and from trusted forwarders.",
  unverifiedDeliverMore: "Unless the domain’s DMARC record is stricter.",
  unverifiedRejectMore:
    "Only choose this once everything that sends for this domain passes SPF or DKIM. Email from mailing lists may be lost.",
  unverifiedSaved: "Saved for {domain}",
  domainCheckMore: "What DNS says about this domain, and what it should say for email to arrive.",
  checkAgain: "Check again",
  serverName: "This server",
  serverNameMore: "Other mail servers know it as {host}.",
  leadsBack: "Points back to {host}",
  leadsNotBack:
    "Does not point back to {host}. Ask the provider of this IP address for a PTR record; many servers reject email without one.",
  hostWithoutAddress:
    "{host} has no address. Give it an A or AAAA record, or set ATRIUM_MAIL_HOST.",
  dnsSilent: "DNS did not answer ({code})",
  dnsRecords: "DNS records",
  dnsRecordsMore: "Add these where you manage your domain.",
  recordsStand: "All the records email needs are in place.",
  recordsUnknown: "DNS did not answer for some records ({codes}). Check again in a moment.",
  recordsOpen: ({ count }: { count: number }) =>
    plural(count, {
      one: "{count} record is missing or wrong.",
      other: "{count} records are missing or wrong.",
    }),
  recordStands: "OK",
  recordMissing: "Missing",
  recordWrong: "Wrong",
  recordUnknown: "Unknown",
  optional: "Optional",
  nowThere: "Current value: {found}",
  showRecord: "Show record",
  recordName: "Name",
  recordValue: "{type}",
  copyNameOf: "Copy name of {kind}",
  copyValueOf: "Copy value of {kind}",
  purposeMx: "Tells others which server receives email for this domain.",
  purposeSpf: "Tells others which servers may send email from this domain.",
  purposeDkim: "The key others use to verify this server’s signatures.",
  purposeDmarc: "Tells others what to do with email that only claims to be from this domain.",
  purposeMtaSts:
    "Makes others send email only over encrypted connections. It also needs a file at https://mta-sts.…/.well-known/mta-sts.txt.",
  purposeTlsRpt: "Makes others report failed encryption.",
} as const;
