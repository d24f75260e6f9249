import { alignment, codewords } from "./codewords.ts";

/** Rows of modules; true is dark. */
export type Matrix = readonly (readonly boolean[])[];

/** Whether a mask turns a module round (ISO/IEC 18004, table 10). */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** A QR code (model 2, level M) of a text, under the mask that makes it the easiest to read. */
export function qrCode(text: string): Matrix {
  const { version, bytes } = codewords(text);
  const codes = MASKS.map((_, mask) => draw(version, bytes, mask));
  const penalties = codes.map(penalty);
  return codes[penalties.indexOf(Math.min(...penalties))]!;
}

function draw(version: number, bytes: Uint8Array, mask: number): Matrix {
  const size = version * 4 + 17;
  const modules: (boolean | undefined)[][] = Array.from({ length: size }, () =>
    Array<boolean | undefined>(size).fill(undefined),
  );
  const set = (row: number, column: number, dark: boolean): void => {
    if (row >= 0 && row < size && column >= 0 && column < size) modules[row]![column] = dark;
  };
  /** Squares within one another, dark by their distance from the middle. */
  const squares = (row: number, column: number, radius: number, light: readonly number[]): void => {
    for (let down = -radius; down <= radius; down += 1)
      for (let right = -radius; right <= radius; right += 1)
        set(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
  };

  for (let place = 8; place < size - 8; place += 1) {
    set(6, place, place % 2 === 0);
    set(place, 6, place % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    squares(row, column, 4, [2, 4]);
  const middles = alignment(version);
  const last = size - 7;
  for (const row of middles)
    for (const column of middles) {
      const atFinder =
        (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
      if (!atFinder) squares(row, column, 2, [1]);
    }
  drawFormat(mask, size, set);
  if (version >= 7) drawVersion(version, size, set);
  return fill(modules, bytes, MASKS[mask]!);
}

type SetModule = (row: number, column: number, dark: boolean) => void;

/** §7.9: the level and the mask, twice, with 10 check bits. */
function drawFormat(mask: number, size: number, set: SetModule): void {
  // Level M is 00, so the mask is all there is to say.
  const bits = withCheckBits(mask, 10, 0x537) ^ 0x5412;
  for (let place = 0; place < 15; place += 1) {
    const dark = ((bits >> place) & 1) === 1;
    // Up along the left finder, around the timing line; and the other half of it below.
    if (place < 8) {
      set(place < 6 ? place : place + 1, 8, dark);
      set(8, size - 1 - place, dark);
    } else {
      set(8, place === 8 ? 7 : 14 - place, dark);
      set(size - 15 + place, 8, dark);
    }
  }
  set(size - 8, 8, true);
}

/** §7.10: from version 7 on, the version, twice, with 12 check bits. */
function drawVersion(version: number, size: number, set: SetModule): void {
  const bits = withCheckBits(version, 12, 0x1f25);
  for (let place = 0; place < 18; place += 1) {
    const dark = ((bits >> place) & 1) === 1;
    const far = size - 11 + (place % 3);
    const near = Math.floor(place / 3);
    set(near, far, dark);
    set(far, near, dark);
  }
}

/** A number followed by the rest of its division by a polynomial (BCH). */
function withCheckBits(value: number, count: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < count; step += 1)
    rest = (rest << 1) ^ ((rest >> (count - 1)) * divisor);
  return (value << count) | rest;
}

/** §7.7.3: two columns at a time from the right, up and down in turn, around what is drawn already. */
function fill(
  modules: readonly (boolean | undefined)[][],
  bytes: Uint8Array,
  turns: (row: number, column: number) => boolean,
): Matrix {
  const size = modules.length;
  const matrix = modules.map((row) => row.map((dark) => dark === true));
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    // The timing line is no column of its own.
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const row = isUpward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (modules[row]![column] !== undefined) continue;
        const byte = bytes[bit >> 3] ?? 0;
        const dark = ((byte >> (7 - (bit & 7))) & 1) === 1;
        matrix[row]![column] = dark !== turns(row, column);
        bit += 1;
      }
    }
  }
  return matrix;
}

/** §7.8.3: how much a reader could take for something else. */
function penalty(matrix: Matrix): number {
  const size = matrix.length;
  const columns = matrix.map((_, column) => matrix.map((row) => row[column]!));
  let sum = 0;
  for (const line of [...matrix, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let row = 1; row < size; row += 1)
    for (let column = 1; column < size; column += 1) {
      const dark = matrix[row]![column];
      if (
        dark === matrix[row - 1]![column] &&
        dark === matrix[row]![column - 1] &&
        dark === matrix[row - 1]![column - 1]
      )
        sum += 3;
    }
  const dark = matrix.flat().filter(Boolean).length;
  return sum + 10 * Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5);
}
