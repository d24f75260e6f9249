import {
  checkDomain,
  checkHost,
  type CheckedRecord,
  type CheckedServer,
} from "../features/outbound/index.ts";
import { mailHost } from "../platform/config/mail-host.ts";
import type { Suite } from "../wiring/suite.ts";
import { UserError } from "./command.ts";
import type { Command, Terminal } from "./command.ts";

const SIGNS = { stands: "✓", missing: "✗", wrong: "✗", unknown: "?" };
const OPTIONAL_SIGN = "–";
/** DNS takes a TXT record in strings of at most so many octets (RFC 1035 §3.3.14). */
const TXT_STRING = 255;

export const checkCommand: Command = {
  name: "domain check",
  usage: "[NAME]",
  summary:
    "Show the DNS records that a domain needs for mail, and whether they are set. Exit code 1 if a required one is missing or wrong",
  arity: [0, 1],
  async run({ terminal, args, open }) {
    const suite = await open();
    const domains = (await suite.accounts.domains.list()).map(({ name }) => name);
    const asked = args[0]?.toLowerCase();
    if (asked !== undefined && !(await suite.accounts.domains.isOurs(asked)))
      throw new UserError(
        `${asked} is not a domain of this server. Add it first: npx atrium domain add ${asked}`,
      );
    if (domains.length === 0)
      throw new UserError("There is no domain yet. Add one: npx atrium domain add NAME");
    const server = checkedServer(suite);
    let isGood = await printHost(terminal, server);
    for (const domain of domains)
      if (asked === undefined || domain === asked)
        isGood = (await printDomain(terminal, server, domain)) && isGood;
    return isGood ? 0 : 1;
  },
};

function checkedServer({ platform: { config, resolver }, dkim }: Suite): CheckedServer {
  return { resolver, dkim, host: mailHost(config), hasSmarthost: config.smarthost !== null };
}

/** The server's own name: all domains rest on it. */
async function printHost(terminal: Terminal, server: CheckedServer): Promise<boolean> {
  const { host } = server;
  terminal.print(`This server's name for mail is ${host} (ATRIUM_MAIL_HOST).`);
  const { addresses, fault } = await checkHost(server);
  if (fault !== null) {
    terminal.print(
      `${SIGNS.unknown} DNS did not answer (${fault}). Check /etc/resolv.conf, or set ATRIUM_DNS.`,
    );
    return false;
  }
  if (addresses.length === 0) {
    terminal.print(
      `${SIGNS.missing} ${host} has no address record. Add an A or AAAA record, or set ATRIUM_MAIL_HOST.`,
    );
    return false;
  }
  for (const { address, leadsBack } of addresses)
    terminal.print(
      leadsBack
        ? `${SIGNS.stands} ${host} resolves to ${address} and back`
        : `! ${host} resolves to ${address}, but ${address} does not resolve back to ${host}. Ask your hosting provider to set a PTR record; many servers refuse mail without one.`,
    );
  return true;
}

async function printDomain(
  terminal: Terminal,
  server: CheckedServer,
  domain: string,
): Promise<boolean> {
  const checked = await checkDomain(domain, server);
  terminal.print("");
  terminal.print(domain);
  for (const one of checked) printRecord(terminal, one);
  return checked.every(({ state, record }) => state === "stands" || record.isOptional);
}

function printRecord(terminal: Terminal, { record, state, found }: CheckedRecord): void {
  const { kind, name, isOptional, purpose } = record;
  const sign = isOptional && state !== "stands" ? OPTIONAL_SIGN : SIGNS[state];
  const label = `${sign} ${kind.padEnd(8)}`;
  if (state === "stands") return terminal.print(`${label}${name}`);
  const words = {
    missing: isOptional ? "is not set (optional)" : "is missing",
    wrong: `is wrong: ${found}`,
    unknown: `could not be checked: DNS did not answer (${found})`,
  }[state];
  terminal.print(`${label}${name} ${words}`);
  terminal.print(`    It ${purpose}. Set:`);
  terminal.print(`    ${zoneLine(record)}`);
}

/** The record as a zone file has it. */
function zoneLine({ name, type, value }: CheckedRecord["record"]): string {
  if (type === "MX") return `${name}. IN MX ${value}`;
  const strings = value.match(new RegExp(`.{1,${TXT_STRING}}`, "g")) ?? [];
  return `${name}. IN TXT ${strings.map((text) => `"${text}"`).join(" ")}`;
}
