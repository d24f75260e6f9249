import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { WORTH_A_LOOK } from "@atrium/contract/types/operations";
import type { Config } from "../../platform/config/index.ts";
import { readCertificate } from "../../platform/tls/index.ts";
import { mailHost } from "../../platform/config/mail-host.ts";
import { duration, fail, ok, warn, type Check, type Finding } from "./finding.ts";
import { shown, type Manner } from "./shown.ts";

export const certificate: Check = {
  name: "certificate",
  async look({ config, server }) {
    // A key that does not fit, or a file that is none, is refused here with a sentence.
    const read = await readCertificate(config);
    if (read === null) return [ok("no certificate yet: the server creates one at its first start")];
    const chain = chainOf(read.cert);
    const found = [
      ...names(chain[0]!, config),
      lifetime(chain[0]!),
      vouched(chain, config),
      ...(server === null && config.databaseUrl === null ? [] : await served(chain[0]!, config)),
    ];
    return found;
  },
};

const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";

const chainOf = (pem: string): X509Certificate[] =>
  pem
    .split(END)
    .slice(0, -1)
    .map((text) => (text.lastIndexOf(BEGIN) < 0 ? "" : text.slice(text.lastIndexOf(BEGIN))))
    .filter((text) => text !== "")
    .map((text) => new X509Certificate(`${text}${END}`));

/** Other mail servers ask for the mail host, browsers for the public one. */
function names(leaf: X509Certificate, config: Config): Finding[] {
  const wanted = new Set([mailHost(config)]);
  if (config.publicUrl !== null && config.httpsPort !== null)
    wanted.add(new URL(config.publicUrl).hostname);
  const strange = [...wanted].filter((name) => leaf.checkHost(name) === undefined);
  if (strange.length === 0) return [ok(`the certificate is for ${[...wanted].join(" and ")}`)];
  const state = config.tlsCert === null ? warn : fail;
  return [
    state(
      `the certificate is not for ${strange.join(" and ")} but for ${leaf.subjectAltName ?? leaf.subject}`,
      "get one for that name, or set ATRIUM_MAIL_HOST to the name in the certificate",
    ),
  ];
}

function lifetime(leaf: X509Certificate): Finding {
  const left = leaf.validToDate.getTime() - Date.now();
  const until = leaf.validToDate.toISOString().slice(0, 10);
  const advice =
    "renew it, and find out why it was not renewed automatically (certbot renew --dry-run)";
  if (left <= 0) return fail(`the certificate expired on ${until}`, advice);
  if (leaf.validFromDate.getTime() > Date.now())
    return fail(`the certificate is not valid before ${leaf.validFrom}`, "check the clock");
  if (left < WORTH_A_LOOK.certificateLeft)
    return warn(`the certificate expires in ${duration(left)}, on ${until}`, advice);
  return ok(`the certificate is valid until ${until}`);
}

/** Whether strangers can follow the chain to a root that they trust. */
function vouched(chain: readonly X509Certificate[], config: Config): Finding {
  if (config.tlsCert === null)
    return warn(
      "the certificate is self-signed: mail servers accept it, but mail apps warn about it",
      "set ATRIUM_TLS_CERT and ATRIUM_TLS_KEY, for example to the files from certbot",
    );
  for (const [index, one] of chain.entries()) {
    const next = chain[index + 1];
    if (next !== undefined && !isIssuedBy(one, next))
      return fail(
        `certificate ${index + 2} in ${config.tlsCert} is not the issuer of the one before it`,
        "use the file that holds the whole chain in order, such as fullchain.pem",
      );
  }
  const last = chain.at(-1)!;
  const isKnown = rootCertificates.some((pem) => {
    const root = new X509Certificate(pem);
    return root.fingerprint256 === last.fingerprint256 || isIssuedBy(last, root);
  });
  if (isKnown) return ok("its chain ends at a public authority");
  return warn(
    "its chain does not end at a public authority",
    "if it is your own authority, install it on every device; otherwise use the file with the whole chain (fullchain.pem)",
  );
}

const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean =>
  one.checkIssued(issuer) && one.verify(issuer.publicKey);

/** What the ports show is asked for, not believed. */
async function served(leaf: X509Certificate, config: Config): Promise<Finding[]> {
  const listeners: readonly (readonly [variable: string, port: number | null, manner: Manner])[] = [
    ["ATRIUM_SMTP_PORT", config.smtpPort, "starttls"],
    ["ATRIUM_SUBMISSION_PORT", config.submissionPort, "starttls"],
    ["ATRIUM_SUBMISSIONS_PORT", config.submissionsPort, "tls"],
    ["ATRIUM_HTTPS_PORT", config.httpsPort, "tls"],
  ];
  const found: Finding[] = [];
  const fine: string[] = [];
  for (const [variable, port, manner] of listeners) {
    if (port === null || port === 0) continue;
    const seen = await shown(config.host, port, manner, mailHost(config));
    const how = manner === "starttls" ? "STARTTLS" : "TLS";
    if ("fault" in seen)
      found.push(
        fail(`${how} on ${variable} ${port} does not work (${seen.fault})`, "see the server's log"),
      );
    else if (seen.fingerprint !== leaf.fingerprint256)
      found.push(
        warn(
          `${variable} ${port} serves a different certificate from the one in the files`,
          "a renewed one is loaded within a minute; if this stays, see the log, or another program answers there",
        ),
      );
    else fine.push(`${port}`);
  }
  if (fine.length > 0) found.push(ok(`TLS uses it on port ${fine.join(", ")}`));
  return found;
}
