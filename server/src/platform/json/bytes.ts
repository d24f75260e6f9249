import { createPace } from "../pace.ts";
import { jsonSize } from "./size.ts";

/** Characters that are written at once: less than a millisecond. */
const PIECE = 65_536;

/** What `JSON.stringify` writes, in UTF-8. A long one is written piece by piece, and others get their turn in between. */
export async function jsonBytes(value: unknown): Promise<Buffer> {
  if (jsonSize(value, PIECE) <= PIECE) return Buffer.from(JSON.stringify(value));
  const pause = createPace();
  const pieces: Buffer[] = [];
  for (const piece of jsonPieces(value)) {
    pieces.push(Buffer.from(piece));
    await pause();
  }
  return Buffer.concat(pieces);
}

function* jsonPieces(value: unknown): Generator<string> {
  if (jsonSize(value, PIECE) <= PIECE) yield JSON.stringify(value) ?? "null";
  else if (typeof value === "string") yield* textPieces(value);
  else if (Array.isArray(value)) yield* listPieces(value);
  else yield* objectPieces(value as object);
}

function* textPieces(text: string): Generator<string> {
  yield '"';
  for (let start = 0; start < text.length;) {
    let end = start + PIECE;
    // Half of a surrogate pair would be written differently.
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end += 1;
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}

function* listPieces(list: readonly unknown[]): Generator<string> {
  let comma = "[";
  for (let start = 0; start < list.length;) {
    const end = nextEnd(list, start);
    if (end > start) yield comma + JSON.stringify(list.slice(start, end)).slice(1, -1);
    else {
      yield comma;
      yield* jsonPieces(list[start]);
    }
    comma = ",";
    start = Math.max(end, start + 1);
  }
  yield comma === "[" ? "[]" : "]";
}

function* objectPieces(object: object): Generator<string> {
  const members = Object.entries(object).filter(([, value]) => value !== undefined);
  let comma = "{";
  for (let start = 0; start < members.length;) {
    const end = nextEnd(members, start);
    if (end > start)
      yield comma + JSON.stringify(Object.fromEntries(members.slice(start, end))).slice(1, -1);
    else {
      const [name, value] = members[start]!;
      yield `${comma}${JSON.stringify(name)}:`;
      yield* jsonPieces(value);
    }
    comma = ",";
    start = Math.max(end, start + 1);
  }
  yield comma === "{" ? "{}" : "}";
}

/** Up to where members go into one piece; the start itself where the first of them is too long by itself. */
function nextEnd(members: readonly unknown[], start: number): number {
  let room = PIECE;
  let end = start;
  while (end < members.length) {
    room -= jsonSize(members[end], room) + 1;
    if (room < 0) return end;
    end += 1;
  }
  return end;
}
