import type { Zones } from "../../server/src/testing/name-server.ts";

/** Keys that signatures of fuzzed mail point to: they are looked up and tried, and none fits. */
const ED25519 = "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
const RSA =
  "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB";

/** What DNS says of those whom fuzzed mail is from. */
export const ZONES: Zones = {
  "sender.test": {
    TXT: ["v=spf1 ip4:127.0.0.0/8 include:more.test -all"],
    MX: [[10, "mx.sender.test"]],
  },
  "more.test": { TXT: ["v=spf1 exists:%{i}.%{l}.more.test ?all"] },
  "one._domainkey.sender.test": { TXT: [RSA] },
  "two._domainkey.sender.test": { TXT: [ED25519] },
  "_dmarc.sender.test": { TXT: ["v=DMARC1; p=none"] },
  "_dmarc.strict.test": { TXT: ["v=DMARC1; p=quarantine; sp=reject"] },
};
