import { Domain, domainId, domainName, type DomainRecord } from "@atrium/contract/types/domain";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { inMemory, serve, type Served } from "../../../engine/index.ts";
import { domainChanges } from "../domains/domain-changes.ts";
import {
  ORGANISATION,
  readDomains,
  type Domain as Row,
} from "../organisation/organisation.store.ts";
import { may } from "../policy.ts";

/** The organisation's domains as administrators look after them. */
export const domainType: Served = serve(Domain, {
  access: (actor, verb, accountId) =>
    accountId === ORGANISATION &&
    may(actor, verb === "read" ? "read" : "change", { type: "domains" }),
  store: {
    writesFirst: true,
    get: async ({ db }, ids, _properties, limit) =>
      (await readDomains(db, ids?.map(domainName), limit)).map(recordOf),
    list: inMemory<typeof Domain>({
      all: async ({ db }) => (await readDomains(db)).map(recordOf),
      match: { text: ({ name }, text) => name.includes(text.toLowerCase()) },
      compare: { name: (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) },
    }),
    async create({ w, actor }, record) {
      return recordOf(await domainChanges.create(w, actor, record));
    },
    async update({ w, actor }, updates) {
      for (const { after, changed } of updates)
        if (changed.length > 0)
          await domainChanges.update(w, actor, after.name, { unverified: after.unverified });
    },
    async destroy({ w, actor }, ids) {
      for (const id of ids) await domainChanges.remove(w, actor, domainName(id));
    },
  },
});

const recordOf = ({ name, unverified, createdAt }: Row): DomainRecord => ({
  id: domainId(name),
  name,
  unverified,
  createdAt: utcSeconds(createdAt),
});
