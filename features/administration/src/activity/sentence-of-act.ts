import { ROLES, type Role } from "@atrium/contract/api/session";
import type { AdministratorActRecord } from "@atrium/contract/types/administrator-act";
import { roleName } from "@atrium/feature-accounts/parts";
import {
  formatBytes,
  formatDateTime,
  formatDuration,
  formatList,
  formatNumber,
} from "@atrium/i18n";
import { t } from "./strings/index.ts";

const SENTENCES = {
  "person.create": "personCreate",
  "person.change": "personChange",
  "person.disable": "personDisable",
  "person.enable": "personEnable",
  "person.end-sessions": "personEndSessions",
  "person.set-password": "personSetPassword",
  "person.invite": "personInvite",
  "person.accept-invitation": "personAcceptInvitation",
  "person.recover": "personRecover",
  "recovery-address.set": "recoverySet",
  "recovery-address.remove": "recoveryRemove",
  "person.change-password": "personChangePassword",
  "person.remove": "personRemove",
  "person.restore": "personRestore",
  "person.delete": "personDelete",
  "second-factor.on": "factorOn",
  "second-factor.off": "factorOff",
  "second-factor.recovery-codes": "factorCodes",
  "second-factor.reset": "factorReset",
  "second-factor.require": "factorRequire",
  "policy.sessions": "policySessions",
  "policy.device": "policyDevice",
  "policy.forwarding": "policyForwarding",
  "policy.public-links": "policyLinks",
  "policy.second-factor": "factorRequire",
  "app-password.create": "appPasswordCreate",
  "app-password.change": "appPasswordChange",
  "app-password.revoke": "appPasswordRevoke",
  "token.create": "tokenCreate",
  "token.change": "tokenChange",
  "token.revoke": "tokenRevoke",
  "passkey.add": "passkeyAdd",
  "passkey.rename": "passkeyRename",
  "passkey.remove": "passkeyRemove",
  "group.create": "groupCreate",
  "group.change": "groupChange",
  "group.remove": "groupRemove",
  "shared-account.create": "sharedCreate",
  "shared-account.change": "sharedChange",
  "shared-account.grant": "sharedGrant",
  "shared-account.revoke": "sharedRevoke",
  "shared-account.remove": "sharedRemove",
  "shared-account.restore": "sharedRestore",
  "shared-account.delete": "sharedDelete",
  "domain.create": "domainCreate",
  "domain.change": "domainChange",
  "domain.remove": "domainRemove",
  "queue.retry": "queueRetry",
  "queue.drop": "queueDrop",
  "quarantine.release": "quarantineRelease",
  "quarantine.destroy": "quarantineDestroy",
  backup: "backup",
  "backup.incomplete": "backupIncomplete",
  "organisation.create": "organisationCreate",
  "organisation.change": "organisationChange",
  "remote.disable": "remoteDisable",
  "remote.enable": "remoteEnable",
  "remote.pin": "remotePin",
  "remote.unpin": "remoteUnpin",
} as const;

const LABELS = {
  name: "detailName",
  address: "detailAddress",
  aliases: "detailAliases",
  roles: "detailRoles",
  members: "detailMembers",
  added: "detailAdded",
  removed: "detailRemoved",
  personId: "detailPerson",
  filesTo: "detailFilesTo",
  mayWrite: "detailMayWrite",
  recipients: "detailRecipients",
  unverified: "detailUnverified",
  scope: "detailScope",
  isReadOnly: "detailReadOnly",
  passkeys: "detailPasskeys",
  from: "detailFrom",
  domain: "detailDomain",
  reason: "detailReason",
  version: "detailVersion",
  accent: "detailAccent",
  logo: "detailLogo",
  logoDark: "detailLogoDark",
  sessionIdle: "detailSessionIdle",
  sessionMax: "detailSessionMax",
  mayKeepOnDevice: "detailMayKeep",
  mayForwardOutside: "detailMayForward",
  publicLinks: "detailLinks",
  publicLinkExpiry: "detailLinkExpiry",
  publicLinkPassword: "detailLinkPassword",
  secondFactorFor: "detailFor",
  secondFactorFrom: "detailFrom",
  quotaOctets: "detailQuotaOctets",
  quotaEmails: "detailQuotaEmails",
  threat: "detailThreat",
  mailFrom: "detailMailFrom",
} as const;

/** How those are written that are no plain numbers. */
const UNITS: Readonly<Record<string, (value: number) => string>> = {
  sessionIdle: formatDuration,
  sessionMax: formatDuration,
  publicLinkExpiry: (days) => formatDuration(days * 86_400),
  quotaOctets: formatBytes,
};

/** Those whose values are ids. */
const OF_IDS = new Set(["members", "added", "removed", "personId", "filesTo"]);

/** Who did what, in one line. */
export function sentenceOfAct(act: AdministratorActRecord): string {
  const { personId, personName, verb, thing, thingName } = act;
  const who =
    personName === null
      ? t(personId === null ? "commandLine" : "goneSomebody")
      : t("person", { name: personName });
  const words = { who, thing: thingName ?? thing };
  return Object.hasOwn(SENTENCES, verb)
    ? t(SENTENCES[verb as keyof typeof SENTENCES], words)
    : t("otherAct", { ...words, verb });
}

export interface Detail {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  /** Of people and groups, whose names say more than the text. */
  readonly ids?: readonly string[];
}

/** What exactly was done. */
export function detailsOfAct({ detail }: AdministratorActRecord): readonly Detail[] {
  return Object.entries(detail).map(([name, value]) => {
    const label = Object.hasOwn(LABELS, name) ? t(LABELS[name as keyof typeof LABELS]) : name;
    const ids = OF_IDS.has(name) ? idsOf(value) : [];
    const text =
      typeof value === "number" && Object.hasOwn(UNITS, name)
        ? UNITS[name]!(value)
        : textOf(name === "roles" ? rolesInWords(value) : value);
    return { name, label, text, ...(ids.length > 0 && { ids }) };
  });
}

/** Characters of one change that a line of the list shows. */
const MOST_SHOWN = 80;

/** What a change is about, short enough for a line of the list; nothing for what its sentence says already. */
export function changesOfAct(act: AdministratorActRecord): readonly string[] {
  if (!act.verb.endsWith(".change")) return [];
  return detailsOfAct(act).flatMap(({ name, label, text, ids }) => {
    if (name === "added" || name === "removed") {
      const count = ids?.length ?? 0;
      return count === 0 ? [] : t(name === "added" ? "addedCount" : "removedCount", { count });
    }
    const words = ids ? label : `${label}: ${text}`;
    return words.length > MOST_SHOWN ? `${words.slice(0, MOST_SHOWN - 1)}…` : words;
  });
}

const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value);

const rolesInWords = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one: unknown) => (isRole(one) ? roleName(one) : one)) : value;

/** A member of a shared account stands there with what they may do. */
const idsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value])
    .map((one: unknown) => (isGrant(one) ? one.personId : one))
    .filter((one) => typeof one === "string");

const isGrant = (value: unknown): value is { readonly personId: unknown } =>
  typeof value === "object" && value !== null && "personId" in value;

/** An RFC 3339 time in UTC. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function textOf(value: unknown): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0))
    return t("nothing");
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "string") return TIME.test(value) ? formatDateTime(value) : value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return formatList(value);
  return JSON.stringify(value);
}
