import {
  addressesOfHost,
  checkRecord,
  leadsBack,
  wantedRecords,
  type CheckedRecord,
} from "../features/submission/index.ts";
import { mailHost } from "../wiring/mail-host.ts";
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
    "shows the DNS records that a domain needs for mail, and which of them stand; exit code 0 when all do, 1 when one is missing or wrong",
  arity: [0, 1],
  async run({ terminal, args, open }) {
    const suite = await open();
    const domains = (await suite.accounts.domains.list()).map(({ name }) => name);
    const asked = args[0]?.toLowerCase();
    if (asked !== undefined && !(await suite.accounts.domains.isOurs(asked)))
      throw new UserError(
        `${asked} is no domain here. Add it first: npx atrium domain add ${asked}`,
      );
    if (domains.length === 0)
      throw new UserError("There is no domain yet. Add one: npx atrium domain add NAME");
    let isGood = await checkHost(terminal, suite);
    for (const domain of domains)
      if (asked === undefined || domain === asked)
        isGood = (await checkDomain(terminal, suite, domain)) && isGood;
    return isGood ? 0 : 1;
  },
};

/** The server's own name: all domains rest on it. */
async function checkHost(terminal: Terminal, { platform }: Suite): Promise<boolean> {
  const { config, resolver } = platform;
  const host = mailHost(config);
  terminal.print(`This server is ${host} among mail servers (ATRIUM_MAIL_HOST).`);
  try {
    const addresses = await addressesOfHost(host, resolver);
    if (addresses.length === 0) {
      terminal.print(
        `${SIGNS.missing} ${host} has no address. Give it an A or AAAA record, or set ATRIUM_MAIL_HOST.`,
      );
      return false;
    }
    for (const address of addresses) {
      const back = config.smarthost !== null || (await leadsBack(address, host, resolver));
      terminal.print(
        back
          ? `${SIGNS.stands} ${host} is ${address}`
          : `! ${host} is ${address}, but ${address} does not lead back to ${host}. Ask whoever gave you the address for a PTR record; many servers refuse mail without one.`,
      );
    }
    return true;
  } catch (error) {
    terminal.print(
      `${SIGNS.unknown} DNS does not answer (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
    );
    return false;
  }
}

async function checkDomain(
  terminal: Terminal,
  { platform, dkim }: Suite,
  domain: string,
): Promise<boolean> {
  const { config, resolver } = platform;
  const host = mailHost(config);
  const hasSmarthost = config.smarthost !== null;
  const keys = await dkim.prepare(domain);
  const records = wantedRecords({ domain, host, keys, hasSmarthost });
  terminal.print("");
  terminal.print(domain);
  const checked = await Promise.all(
    records.map((record) => checkRecord(record, { resolver, host, hasSmarthost })),
  );
  for (const one of checked) printRecord(terminal, one);
  return checked.every(({ state, record }) => state === "stands" || record.isOptional);
}

function printRecord(terminal: Terminal, { record, state, found }: CheckedRecord): void {
  const { kind, name, isOptional, purpose } = record;
  const sign = isOptional && state !== "stands" ? OPTIONAL_SIGN : SIGNS[state];
  const label = `${sign} ${kind.padEnd(8)}`;
  if (state === "stands") return terminal.print(`${label}${name}`);
  const words = {
    missing: isOptional ? "is not there; mail works without it" : "is not there",
    wrong: `is there, but does not do: ${found}`,
    unknown: `is not known, since DNS did not answer (${found})`,
  }[state];
  terminal.print(`${label}${name} ${words}`);
  terminal.print(`    It ${purpose.startsWith("the ") ? `is ${purpose}` : purpose}. Set:`);
  terminal.print(`    ${zoneLine(record)}`);
}

/** The record as a zone file has it. */
function zoneLine({ name, type, value }: CheckedRecord["record"]): string {
  if (type === "MX") return `${name}. IN MX ${value}`;
  const strings = value.match(new RegExp(`.{1,${TXT_STRING}}`, "g")) ?? [];
  return `${name}. IN TXT ${strings.map((text) => `"${text}"`).join(" ")}`;
}
