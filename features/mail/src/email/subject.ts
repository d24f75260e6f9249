import type { Piece } from "../search/marks.ts";

const REPLY = /^(?:(?:re|aw|antw|sv|vs|답장|회신)\s*(?:\[\d+\]\s*)?[:：]\s*)+/iu;

/** The subject of a conversation: every message but the first answers, so its prefix says nothing. */
export function withoutReply(subject: string): string {
  const text = subject.trim();
  return text.replace(REPLY, "") || text;
}

/** The same of what a search has marked in a subject. */
export function piecesWithoutReply(pieces: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = pieces;
  if (!first || first.isMarked || rest.length === 0) return pieces;
  const text = first.text.replace(REPLY, "");
  return text === "" ? rest : [{ text, isMarked: false }, ...rest];
}
