import type { OfficeLimits } from "./limits.ts";

/** A slide, a sheet, or all of a text. */
export interface OfficeSection {
  /** As the file calls it. */
  readonly name: string | null;
  readonly text: string;
  /** The cells of a sheet, row by row, each row up to its last cell with something in it. */
  readonly rows: readonly (readonly string[])[];
}

/** Takes what is found, as much of it as the limits allow. */
export interface Sections {
  /** False when there may be no more. */
  begin(name: string | null): boolean;
  write(text: string): void;
  /** The cells of a row, and how often it is there. False when the sheet is full. */
  row(cells: readonly string[], times?: number): boolean;
  readonly isCut: boolean;
  end(): readonly OfficeSection[];
}

export function createSections(limits: OfficeLimits): Sections {
  const sections: OfficeSection[] = [];
  let room = limits.maxOfficeCharacters;
  let cellsLeft = limits.maxOfficeCells;
  let isCut = false;
  let name: string | null = null;
  let text: string[] = [];
  let rows: (readonly string[])[] = [];
  let isBegun = false;
  const take = (piece: string): string => {
    if (piece.length > room) isCut = true;
    const taken = piece.slice(0, room);
    room -= taken.length;
    return taken;
  };
  const finish = (): void => {
    if (!isBegun) return;
    while (rows.at(-1)?.length === 0) rows.pop();
    sections.push({ name, text: tidy(text.join("")), rows });
    [text, rows, isBegun] = [[], [], false];
  };
  return {
    begin(next) {
      finish();
      if (sections.length >= limits.maxOfficeSections || room === 0) {
        isCut = true;
        return false;
      }
      name = next === null ? null : take(next);
      isBegun = true;
      return true;
    },
    write(piece) {
      const taken = isBegun ? take(piece) : "";
      if (taken !== "") text.push(taken);
    },
    row(cells, times = 1) {
      const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
      if (filled.length > limits.maxOfficeColumns) isCut = true;
      const shown = filled.slice(0, limits.maxOfficeColumns);
      for (let time = 0; time < times; time++) {
        // Sheets end in very many rows without anything.
        if (shown.length === 0 && (time > 0 || rows.at(-1)?.length === 0)) return true;
        if (rows.length >= limits.maxOfficeRows || shown.length > cellsLeft || room === 0) {
          if (shown.length > 0) isCut = true;
          return shown.length === 0;
        }
        cellsLeft -= shown.length;
        rows.push(shown.map(take));
      }
      return true;
    },
    get isCut() {
      return isCut;
    },
    end() {
      finish();
      return sections;
    },
  };
}

/** At most one empty line in a row. */
function tidy(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return lines
    .filter((line, index) => line !== "" || (lines[index - 1] ?? "") !== "")
    .join("\n")
    .trim();
}
