import { writeCsv } from "@atrium/formats/csv";
import { saveFile } from "@atrium/ui";

/** Gives the browser a table to save. */
export const saveCsv = (name: string, rows: readonly (readonly string[])[]): void =>
  saveFile(name, new Blob([writeCsv(rows)], { type: "text/csv" }));
