import { splitQuoted } from "./quoted-text.ts";

/** Characters that newsletters fill the preview with; behind an emoji they belong to it. */
const INVISIBLE =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
/** Of a text this much is enough to fill any preview. */
const MAX_LOOK = 20_000;

/**
 * The first words of a message for a list (RFC 8621 §4.1.4, `preview`): one line of at most `maxLength` characters,
 * without quotes and signature unless there is nothing else.
 */
export function preview(text: string, maxLength = 256): string {
  const start = text.slice(0, MAX_LOOK);
  const own = splitQuoted(start)
    .filter((block) => block.kind === "own")
    .map((block) => block.text)
    .join("\n");
  return cut(oneLine(own) || oneLine(start), maxLength);
}

function oneLine(text: string): string {
  return text
    .replace(INVISIBLE, "")
    .replace(/^[ \t]*(?:>[ \t]?)+/gmu, "")
    .replace(/[-_=*~#]{4,}/g, " ")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Cuts between characters; RFC 8621 counts code points, which UTF-16 units never undercount. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? maxLength - 1 : maxLength).trimEnd();
}
