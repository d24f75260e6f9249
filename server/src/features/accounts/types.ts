import { CAPABILITY } from "@atrium/contract/types/wire";
import { isOwnAccount, type Capability, type Served } from "../../engine/index.ts";
import { ORGANISATION } from "./organisation/organisation.store.ts";
import type { PersonParts } from "./persons/person-changes.ts";
import { administratorActType } from "./administration/administrator-act.ts";
import { domainType } from "./administration/domain.ts";
import { shareGuest } from "./guests/guest.ts";
import { shareNotification } from "./notifications/share-notification.ts";
import { LIMITS } from "./limits.ts";
import { groupType } from "./administration/group.ts";
import { organisationType } from "./administration/organisation.ts";
import { personType } from "./administration/person.ts";
import { remoteType } from "./administration/remote.ts";
import { clientCredentialType } from "./credentials/client-credential.ts";
import { passkeyType, type PasskeyParts } from "./passkeys/passkey.ts";
import { signInSessionType } from "./sessions/sign-in-session.ts";
import { sharedAccountType } from "./administration/shared-account.ts";
import { policies } from "./policies/policies.ts";
import { preferences } from "./preferences/preferences.ts";
import { may } from "./policy.ts";

/** What administrators look after, some of which everyone reads, in the account of the organisation; what people choose, their ways in, and their guests. */
export const accountTypes = (parts: PersonParts & PasskeyParts): readonly Served[] => [
  signInSessionType,
  clientCredentialType,
  passkeyType(parts),
  personType(parts),
  groupType,
  sharedAccountType(parts),
  domainType,
  administratorActType,
  shareGuest,
  shareNotification,
  organisationType,
  policies,
  preferences,
  remoteType,
];

export const accountCapabilities: readonly Capability[] = [
  {
    urn: CAPABILITY.security,
    server: {},
    account: (actor, accountId) => (accountId === actor.accountId ? {} : null),
  },
  {
    urn: CAPABILITY.administration,
    server: {},
    account: (actor, accountId) =>
      accountId === ORGANISATION && may(actor, "read", { type: "people" }) ? {} : null,
  },
  {
    urn: CAPABILITY.share,
    server: {},
    account: (_actor, accountId) => (accountId === ORGANISATION ? null : {}),
  },
  {
    urn: CAPABILITY.guests,
    server: {},
    account: (actor, accountId) =>
      isOwnAccount(actor, accountId) ? { maxGuests: LIMITS.guestsPerAccount } : null,
  },
  {
    urn: CAPABILITY.organisation,
    server: {},
    account: (actor, accountId) =>
      accountId === ORGANISATION && may(actor, "read", { type: "organisation" }) ? {} : null,
  },
  {
    urn: CAPABILITY.policies,
    server: {},
    account: (_actor, accountId) => (accountId === ORGANISATION ? {} : null),
  },
  {
    urn: CAPABILITY.preferences,
    server: {},
    account: (actor, accountId) => (isOwnAccount(actor, accountId) ? {} : null),
  },
];
