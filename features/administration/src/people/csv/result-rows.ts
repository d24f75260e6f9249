import { sentence } from "@atrium/settings-page";
import type { Outcome } from "./import-run.ts";
import type { Plan } from "./plan.ts";
import { t } from "./strings/index.ts";

const RESULTS = {
  created: "resultCreated",
  present: "resultPresent",
  refused: "resultRefused",
} as const;

/** What became of each line of the file, in its order, under titles. */
export function resultRows(plan: Plan, outcomes: readonly Outcome[]): string[][] {
  const rows = new Map<number, string[]>();
  for (const { line, name, address } of plan.present)
    rows.set(line, row(name, address, t("resultPresent")));
  for (const { line, name, address, ...why } of plan.unusable)
    rows.set(line, row(name, address, t("resultRefused"), t(why.problem, why)));
  for (const { line, person } of plan.newcomers)
    rows.set(line, row(person.name, person.address, t("resultPending")));
  for (const { line, name, address, result, error, invitation } of outcomes)
    rows.set(line, [
      ...row(name, address, t(RESULTS[result]), error === null ? "" : sentence(error)),
      ...(invitation === null ? [] : [invitation.link, invitation.until]),
    ]);
  const titles = [
    t("fileLine"),
    t("name"),
    t("address"),
    t("result"),
    t("reason"),
    t("invitationLink"),
    t("worksUntil"),
  ];
  return [
    titles,
    ...[...rows]
      .toSorted(([one], [other]) => one - other)
      .map(([line, cells]) => fillUp([String(line), ...cells], titles.length)),
  ];
}

const row = (name: string, address: string, result: string, why = ""): string[] => [
  name,
  address,
  result,
  why,
];

const fillUp = (cells: readonly string[], length: number): string[] => [
  ...cells,
  ...Array.from({ length: length - cells.length }, () => ""),
];
