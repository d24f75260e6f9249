import { Group } from "@atrium/settings-page";
import { Select } from "@atrium/ui";
import type { ReactNode } from "react";
import { FIELDS, type Mapping, type Table } from "./columns.ts";
import { t } from "./strings/index.ts";

/** In the place of a column. */
const NONE = "none";
/** Characters of a value that stands for its column. */
const EXAMPLE = 30;

/** In which column each detail is, as it was recognised or as somebody says. */
export function MapColumns({
  table,
  mapping,
  onChange,
}: {
  readonly table: Table;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}): ReactNode {
  const options = [
    { value: NONE, label: t("none") },
    ...table.titles.map((_, column) => ({ value: String(column), label: nameOf(table, column) })),
  ];
  return (
    <Group title={t("columns")} intro={t("columnsMore")}>
      <div className="people-import-columns">
        {FIELDS.map((field) => (
          <Select
            key={field}
            label={t(field)}
            value={String(mapping[field] ?? NONE)}
            options={options}
            onChange={(value) => {
              const { [field]: _, ...others } = mapping;
              onChange(value === NONE ? others : { ...others, [field]: Number(value) });
            }}
          />
        ))}
      </div>
    </Group>
  );
}

/** A column without a title is known by what the first line has in it. */
function nameOf({ titles, rows }: Table, column: number): string {
  const title = titles[column] || t("column", { number: column + 1 });
  const example = rows[0]?.cells[column]?.trim().slice(0, EXAMPLE) ?? "";
  return example === "" ? title : t("columnLike", { title, example });
}
