import type { ParsedMessage } from "../mime/index.ts";
import { isRawValue, rawField, textField } from "../mime-build/index.ts";
import type { AddedField, HeaderEdits } from "./outcome.ts";

const LINE_FEED = 0x0a;

/** The octets of a message with its header edited (RFC 5293); all other octets stay the same. */
export function applyEdits({ bytes, root }: ParsedMessage, edits: HeaderEdits): Uint8Array {
  const { headerStart, headers } = root;
  const headerEnd = headers.at(-1)?.end ?? headerStart;
  const removed = new Set(edits.removed.map(({ start }) => start));
  const pieces = [bytes.subarray(0, headerStart), written(edits.first)];
  let kept = headerStart;
  for (const { start, end } of headers) {
    if (!removed.has(start)) continue;
    pieces.push(bytes.subarray(kept, start));
    kept = end;
  }
  pieces.push(bytes.subarray(kept, headerEnd));
  // A message that ends within its last field has no line end there.
  const isOpen = edits.last.length > 0 && headerEnd > kept && bytes[headerEnd - 1] !== LINE_FEED;
  if (isOpen) pieces.push(new TextEncoder().encode("\r\n"));
  pieces.push(written(edits.last), bytes.subarray(headerEnd));
  return joined(pieces);
}

/** Folded, and encoded where necessary; ASCII is written as the script has it. */
function written(fields: readonly AddedField[]): Uint8Array {
  const lines = fields.map(({ name, value }) =>
    /^[\t -~]*$/.test(value) && isRawValue(name, ` ${value}`)
      ? rawField(name, ` ${value}`)
      : textField(name, value),
  );
  return new TextEncoder().encode(lines.join(""));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
