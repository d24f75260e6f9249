import { Button, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { MAX_TYPED_COLUMNS, MAX_TYPED_ROWS } from "../limits.ts";
import { MOST_COLUMNS, MOST_ROWS } from "../tables.ts";
import { moveInGrid } from "./grid-keys.ts";
import { t } from "./strings/index.ts";

/** How large a table shall be: pointed at, gone to by arrow keys, or typed. */
export function TableGrid({
  onPick,
}: {
  readonly onPick: (rows: number, columns: number) => void;
}): ReactNode {
  const [{ rows, columns }, setSize] = useState({ rows: 1, columns: 1 });
  const sizes = Array.from({ length: MOST_ROWS * MOST_COLUMNS }, (_, index) => ({
    rows: Math.floor(index / MOST_COLUMNS) + 1,
    columns: (index % MOST_COLUMNS) + 1,
  }));
  return (
    <div className="rich-table-grid">
      <div
        role="group"
        aria-label={t("insertTable")}
        onKeyDown={(event) => moveInGrid(event, MOST_COLUMNS)}
      >
        {sizes.map((size, index) => (
          <button
            key={`${size.rows} ${size.columns}`}
            type="button"
            aria-label={t("tableSize", size)}
            autoFocus={index === 0}
            tabIndex={index === 0 ? 0 : -1}
            data-in={size.rows <= rows && size.columns <= columns ? "" : undefined}
            onFocus={() => setSize(size)}
            onPointerEnter={() => setSize(size)}
            onClick={() => onPick(size.rows, size.columns)}
          />
        ))}
      </div>
      <p aria-hidden="true">{t("tableSize", { rows, columns })}</p>
      <TypedSize onPick={onPick} />
    </div>
  );
}

/** A size that may be larger than the squares have room for. */
function TypedSize({
  onPick,
}: {
  readonly onPick: (rows: number, columns: number) => void;
}): ReactNode {
  const [rows, setRows] = useState("3");
  const [columns, setColumns] = useState("3");
  return (
    <form
      className="rich-table-size"
      onSubmit={(event) => {
        event.preventDefault();
        // It may stand in a form of its own, of which it is no part.
        event.stopPropagation();
        onPick(Number(rows), Number(columns));
      }}
    >
      <TextField
        label={t("rows")}
        type="number"
        min={1}
        max={MAX_TYPED_ROWS}
        required
        value={rows}
        onChange={({ target }) => setRows(target.value)}
      />
      <TextField
        label={t("columns")}
        type="number"
        min={1}
        max={MAX_TYPED_COLUMNS}
        required
        value={columns}
        onChange={({ target }) => setColumns(target.value)}
      />
      <Button type="submit">{t("insert")}</Button>
    </form>
  );
}
