import type { AdministratorActRecord } from "@atrium/contract/types/administrator-act";
import { formatDateTime, formatList, formatNumber } from "@atrium/i18n";
import { t } from "./strings/index.ts";

const SENTENCES = {
  "person.create": "personCreate",
  "person.change": "personChange",
  "person.disable": "personDisable",
  "person.enable": "personEnable",
  "person.end-sessions": "personEndSessions",
  "person.set-password": "personSetPassword",
  "person.change-password": "personChangePassword",
  "person.remove": "personRemove",
  "person.restore": "personRestore",
  "person.delete": "personDelete",
  "second-factor.on": "factorOn",
  "second-factor.off": "factorOff",
  "second-factor.recovery-codes": "factorCodes",
  "second-factor.reset": "factorReset",
  "second-factor.require": "factorRequire",
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
  "domain.create": "domainCreate",
  "domain.change": "domainChange",
  "domain.remove": "domainRemove",
  "queue.retry": "queueRetry",
  "queue.drop": "queueDrop",
  backup: "backup",
  "backup.incomplete": "backupIncomplete",
  "organisation.create": "organisationCreate",
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
  mayWrite: "detailMayWrite",
  recipients: "detailRecipients",
  unverified: "detailUnverified",
  scope: "detailScope",
  isReadOnly: "detailReadOnly",
  passkeys: "detailPasskeys",
  from: "detailFrom",
  domain: "detailDomain",
} as const;

/** Those whose values are ids. */
const OF_IDS = new Set(["members", "added", "removed", "personId"]);

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
    return { label, text: textOf(value), ...(ids.length > 0 && { ids }) };
  });
}

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
  if (value === null || (Array.isArray(value) && value.length === 0)) return t("nothing");
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "string") return TIME.test(value) ? formatDateTime(value) : value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return formatList(value);
  return JSON.stringify(value);
}
