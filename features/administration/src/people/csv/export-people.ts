import { Person } from "@atrium/contract/types/person";
import { namesIn } from "@atrium/contract/types/set";
import type { Account } from "@atrium/jmap";
import { gigabytesOf } from "../../quota/gigabytes.ts";
import { readAll } from "./read-all.ts";
import { saveCsv } from "./save-file.ts";
import { t } from "./strings/index.ts";

/** Saves everybody but who is removed, in columns that an import knows. */
export async function exportPeople(account: Account): Promise<void> {
  const people = await readAll(account, Person, [
    "name",
    "address",
    "aliases",
    "roles",
    "quotaOctets",
    "quotaEmails",
    "isDisabled",
    "isRemoved",
  ]);
  const present = people
    .filter(({ isRemoved }) => !isRemoved)
    .toSorted((one, other) => one.address.localeCompare(other.address));
  saveCsv(t("peopleFile"), [
    [
      t("name"),
      t("address"),
      t("aliases"),
      t("roles"),
      t("quotaOctets"),
      t("quotaEmails"),
      t("status"),
    ],
    ...present.map((person) => [
      person.name,
      person.address,
      namesIn(person.aliases).join(" "),
      namesIn(person.roles).join(", "),
      gigabytesOf(person.quotaOctets),
      person.quotaEmails === null ? "" : String(person.quotaEmails),
      t(person.isDisabled ? "disabled" : "active"),
    ]),
  ]);
}
