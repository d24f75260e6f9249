import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Capability, Served } from "../../engine/index.ts";
import { ORGANISATION } from "./organisation/organisation.store.ts";
import type { PersonParts } from "./persons/person-changes.ts";
import { administratorActType } from "./administration/administrator-act.ts";
import { domainType } from "./administration/domain.ts";
import { groupType } from "./administration/group.ts";
import { personType } from "./administration/person.ts";
import { sharedAccountType } from "./administration/shared-account.ts";
import { may } from "./policy.ts";

/** What administrators look after, in the account of the organisation. */
export const accountTypes = (parts: PersonParts): readonly Served[] => [
  personType(parts),
  groupType,
  sharedAccountType(parts),
  domainType,
  administratorActType,
];

export const accountCapabilities: readonly Capability[] = [
  {
    urn: CAPABILITY.administration,
    server: {},
    account: (actor, accountId) =>
      accountId === ORGANISATION && may(actor, "read", { type: "people" }) ? {} : null,
  },
];
