import { plural } from "@atrium/i18n";

export const en = {
  domainsMore: "Atrium takes mail for these domains.",
  domain: "Domain",
  domainHint: "Such as example.org",
  domainAdded: "Mail for {name} is taken now",
  checkDns: "Check DNS",
  filterDomains: "Find domains",
  domainCount: ({ count }: { count: number }) =>
    plural(count, { one: "{count} domain", other: "{count} domains" }),
  noDomainFound: "No domain is called “{query}”",
  endDomainQuestion: "Remove {name}?",
  endDomain: "Remove this domain",
  endDomainMore:
    "Mail to it is refused from then on; what has arrived stays. First give everybody who has an address in it another one.",
  domainEnded: "{name} is removed",
  unverified: "Unverified mail from this domain",
  unverifiedMore:
    "Mail from outside that claims to be from {domain} and passes neither SPF nor DKIM for it. People always see a warning.",
  unverifiedFor: "What to do with it",
  unverifiedJunk: "Move it to Junk",
  unverifiedDeliver: "Deliver it to the inbox",
  unverifiedReject: "Reject it",
  unverifiedJunkMore:
    "Except mail from mailing lists that the recipient reads, and from trusted forwarders.",
  unverifiedDeliverMore: "Unless the domain’s DMARC record asks for more.",
  unverifiedRejectMore:
    "Only once everything that sends for this domain passes SPF or DKIM. Mail from mailing lists may be lost.",
  unverifiedSaved: "Saved for {domain}",
  domainCheckMore: "What DNS says of this domain, and what it should say so that mail arrives.",
  checkAgain: "Check again",
  serverName: "This server",
  serverNameMore: "Among mail servers it is called {host}.",
  leadsBack: "Leads back to {host}",
  leadsNotBack:
    "Does not lead back to {host}. Ask whoever gave you the address for a PTR record; many servers refuse mail without one.",
  hostWithoutAddress:
    "{host} has no address. Give it an A or AAAA record, or set ATRIUM_MAIL_HOST.",
  dnsSilent: "DNS does not answer ({code})",
  dnsRecords: "DNS records",
  dnsRecordsMore: "Set them where your domain is administered.",
  recordsStand: "All records that mail needs stand.",
  recordsUnknown: "DNS did not answer for all records ({codes}). Check again in a moment.",
  recordsOpen: ({ count }: { count: number }) =>
    plural(count, {
      one: "{count} record is missing or wrong.",
      other: "{count} records are missing or wrong.",
    }),
  recordStands: "Stands",
  recordMissing: "Missing",
  recordWrong: "Wrong",
  recordUnknown: "Not known",
  optional: "Optional",
  nowThere: "Now there: {found}",
  showRecord: "Show the record",
  recordName: "Name",
  recordValue: "{type}",
  copyNameOf: "Copy the name of {kind}",
  copyValueOf: "Copy the value of {kind}",
  purposeMx: "Tells others which server takes mail for this domain.",
  purposeSpf: "Tells others which servers may send mail from this domain.",
  purposeDkim: "The key with which others verify the signatures of this server.",
  purposeDmarc: "Tells others what to do with mail that only claims to be from this domain.",
  purposeMtaSts:
    "Has others send only encrypted mail. It needs a file at https://mta-sts.…/.well-known/mta-sts.txt too.",
  purposeTlsRpt: "Has others report when encryption fails.",
} as const;
