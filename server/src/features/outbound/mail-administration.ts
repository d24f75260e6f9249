import { refuse, type Actor, type Engine } from "../../engine/index.ts";
import type { Notify } from "../../platform/db/index.ts";
import { may, ORGANISATION, recordAct, type Accounts } from "../accounts/index.ts";
import {
  checkDomain,
  checkHost,
  type CheckedHost,
  type CheckedRecord,
  type CheckedServer,
} from "./domain-check/index.ts";
import {
  dropQueued,
  listQueue,
  retryQueued,
  type Queued,
  type QueuedMessage,
} from "./queue/index.ts";

/** As many waiting recipients are listed at most. */
const LISTED = 1000;

export interface DomainReport {
  readonly domain: string;
  /** The name of this server among mail servers. */
  readonly host: string;
  readonly checkedHost: CheckedHost;
  readonly records: readonly CheckedRecord[];
}

export type MailAdministration = ReturnType<typeof createMailAdministration>;

/** What administrators see and do of how mail comes and goes. Each is for administrators alone. */
export function createMailAdministration(
  options: CheckedServer & {
    readonly engine: Engine;
    readonly notify: Notify;
    readonly accounts: Pick<Accounts, "domains">;
  },
) {
  const { engine, notify, accounts } = options;

  function check(by: Actor, verb: "read" | "change" | "remove", type: "queue" | "domains"): void {
    if (!may(by, verb, { type })) refuse("forbidden");
  }

  /** Nothing is written down of what did nothing. */
  async function recorded(by: Actor, verb: string, thing: string, recipients: number) {
    if (recipients > 0)
      await engine.write([ORGANISATION], (w) =>
        recordAct(w, by, { verb, thing, detail: { recipients } }),
      );
    return recipients;
  }

  return {
    /** @throws Refusal `notFound` when the domain is not ours. */
    async checkDomain(by: Actor, name: string): Promise<DomainReport> {
      check(by, "read", "domains");
      const domain = (await accounts.domains.list()).find((one) => one.name === name)?.name;
      if (domain === undefined) return refuse("notFound");
      const [checkedHost, records] = await Promise.all([
        checkHost(options),
        checkDomain(domain, options),
      ]);
      return { domain, host: options.host, checkedHost, records };
    },

    /** What waits, the oldest first. */
    async listQueue(by: Actor): Promise<QueuedMessage[]> {
      check(by, "read", "queue");
      return listQueue(engine, LISTED);
    },

    /** Has a mail, all for a domain, or everything, tried now. Answers for how many recipients. */
    async retry(by: Actor, queued: Queued): Promise<number> {
      check(by, "change", "queue");
      const recipients = await retryQueued(engine, notify, queued);
      return recorded(by, "queue.retry", nameOf(queued), recipients);
    },

    /** Gives up a mail, or all for a domain; the senders get reports. Answers for how many recipients. */
    async drop(by: Actor, queued: Exclude<Queued, "all">): Promise<number> {
      check(by, "remove", "queue");
      const recipients = await dropQueued(engine, notify, queued);
      return recorded(by, "queue.drop", nameOf(queued), recipients);
    },
  };
}

function nameOf(queued: Queued): string {
  if (queued === "all") return queued;
  return "id" in queued ? queued.id : queued.domain;
}
