import type { Resolver } from "../../../platform/dns/index.ts";
import type { Dkim } from "../dkim/keys.ts";
import { addressesOfHost, checkRecord, leadsBack, type CheckedRecord } from "./check.ts";
import { wantedRecords } from "./records.ts";

/** What a check needs to know of this server. */
export interface CheckedServer {
  readonly resolver: Resolver;
  readonly dkim: Dkim;
  /** The name of this server among mail servers. */
  readonly host: string;
  /** Mail leaves by another server, whose addresses are not known here. */
  readonly hasSmarthost: boolean;
}

/** The server's own name, on which all domains rest. */
export interface CheckedHost {
  readonly addresses: readonly {
    readonly address: string;
    /** True also where mail leaves by another server: then nobody asks. */
    readonly leadsBack: boolean;
  }[];
  /** Why nothing is known, as DNS says it. */
  readonly fault: string | null;
}

export async function checkHost(server: CheckedServer): Promise<CheckedHost> {
  const { resolver, host, hasSmarthost } = server;
  try {
    const addresses = await addressesOfHost(host, resolver);
    return {
      addresses: await Promise.all(
        addresses.map(async (address) => ({
          address,
          leadsBack: hasSmarthost || (await leadsBack(address, host, resolver)),
        })),
      ),
      fault: null,
    };
  } catch (error) {
    return { addresses: [], fault: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}

/** Each record that a domain of ours needs, with what stands in its place. */
export async function checkDomain(domain: string, server: CheckedServer): Promise<CheckedRecord[]> {
  const keys = await server.dkim.prepare(domain);
  const records = wantedRecords({ ...server, domain, keys });
  return Promise.all(records.map((record) => checkRecord(record, server)));
}
