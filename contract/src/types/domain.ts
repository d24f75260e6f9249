import { ADMINISTERED } from "./administered.ts";
import { defineType, type FilterOf, type RecordOf } from "./define.ts";

/** What is done with mail from outside that claims to be from a domain and passes neither SPF nor DKIM for it. */
export const UNVERIFIED = ["junk", "deliver", "reject"] as const;
export type Unverified = (typeof UNVERIFIED)[number];

/**
 * Of Atrium: a domain whose mail the organisation takes, as administrators see it. It cannot be destroyed (`forbidden`)
 * while anybody has an address in it.
 */
export const Domain = defineType({
  name: "Domain",
  ...ADMINISTERED,
  properties: {
    /** `domainId` of its name. */
    id: { type: "Id", immutable: true, serverSet: true },
    /** ASCII (IDNA); Unicode is taken as well. */
    name: { type: "String", immutable: true },
    unverified: { type: { oneOf: UNVERIFIED }, default: "junk" },
    createdAt: { type: "UTCDate", serverSet: true },
  },
  filters: {
    /** In the name, whatever its case. */
    text: { type: "String" },
  },
  sorts: ["name"],
});

export type DomainRecord = RecordOf<typeof Domain>;
export type DomainFilter = FilterOf<typeof Domain>;

/** The id of a domain by its name in ASCII, which has no underscore in it. */
export const domainId = (name: string): string => name.replaceAll(".", "_");

/** The other way round. */
export const domainName = (id: string): string => id.replaceAll("_", ".");
