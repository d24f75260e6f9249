import type { CredentialAccess, CredentialScope } from "@atrium/contract/types/client-credential";
import { CAPABILITY } from "@atrium/contract/types/wire";

/** All that its person may do, as a session and a password have it. */
export const EVERYTHING: CredentialAccess = { scope: "all", isReadOnly: false };

/** What every program needs, whatever it is for; a blob is only there with a record that the program may read. */
const ALWAYS = [CAPABILITY.blob, CAPABILITY.websocket, CAPABILITY.webPushVapid];

/** The capabilities that a scope stands for. */
const CAPABILITIES_OF: Readonly<Record<Exclude<CredentialScope, "all">, ReadonlySet<string>>> = {
  mail: new Set([
    ...ALWAYS,
    CAPABILITY.mail,
    CAPABILITY.submission,
    CAPABILITY.vacationResponse,
    CAPABILITY.mdn,
    CAPABILITY.sieve,
    CAPABILITY.atriumMail,
  ]),
  contacts: new Set([...ALWAYS, CAPABILITY.principals, CAPABILITY.principalsOwner]),
  files: new Set([...ALWAYS, CAPABILITY.fileNode, CAPABILITY.drive, CAPABILITY.share]),
};

/** `undefined` for all capabilities. */
export const capabilitiesOf = (scope: CredentialScope): ReadonlySet<string> | undefined =>
  scope === "all" ? undefined : CAPABILITIES_OF[scope];
