import type { RowSelection } from "@atrium/ui";
import { reportsInList, reportsOn, type ReportKind } from "../actions/report.ts";
import type { ListController } from "./list-controller.ts";
import { mayOf } from "./mail-list.ts";
import { MOST_AT_ONCE } from "./targets.ts";

/** The reports that make sense of rows, the likeliest first. Of everything that is listed, and of very many rows, the place alone says it. */
export function reportsOf(
  { list, marks }: Pick<ListController, "list" | "marks">,
  rows: RowSelection,
): readonly ReportKind[] {
  const may = mayOf(list, rows);
  // So many are asked about with each key and each rendering.
  const known =
    rows.all || rows.ids.size > MOST_AT_ONCE
      ? []
      : [...rows.ids].flatMap((row) => {
          const junk = list.of(row).share.mailboxes.byRole("junk")?.id;
          return marks.emailsOf(row).map((email) => ({ email, junk }));
        });
  if (known.length === 0) {
    const { folder } = list.shares[0]!;
    return reportsInList(folder?.role === "junk", folder !== undefined, may);
  }
  const all = Map.groupBy(known, ({ junk }) => junk);
  const kinds = [...all].flatMap(([junk, part]) =>
    reportsOn(
      part.map(({ email }) => email),
      junk,
      may,
    ),
  );
  return [...new Set(kinds)];
}
