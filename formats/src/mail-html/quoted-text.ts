/** A stretch of a plain text message. */
export interface TextBlock {
  /** What the sender wrote, what they quote, or the signature under it. */
  readonly kind: "own" | "quote" | "signature";
  /** Whole lines, as they stand. */
  readonly text: string;
}

/** "On Monday, Ann wrote:" in the languages of the clients that people use; at most two lines long. */
const INTRODUCTION =
  /^(?:on\b.{5,200}\bwrote|am\b.{5,200}\bschrieb\b.{0,100}|le\b.{5,200}a écrit|el\b.{5,200}escribió|il\b.{5,200}ha scritto|\d{4}\s*[년年].{5,200}(?:작성|썼습니다|wrote|書きました|写道).{0,3}|.{2,200}님이 (?:작성|쓴 글).{0,20})\s*[:：]\s*$/iu;

/** What stands between dashes where all that follows is quoted: Outlook and its kin mark no lines. */
const SEPARATORS = new Set([
  "original message",
  "original appointment",
  "원본 메시지",
  "original-nachricht",
  "ursprüngliche nachricht",
  "message d'origine",
  "mensaje original",
  "元のメッセージ",
  "原始邮件",
]);

function isSeparator(line: string): boolean {
  const [before, words, after, ...more] = line.trim().split(/-{2,}/, 4);
  const isBetween = before === "" && after === "" && more.length === 0;
  return isBetween && SEPARATORS.has(words!.trim().toLowerCase());
}

const HEADER_FROM = /^\*?(?:from|보낸 사람|보낸사람|von|de|差出人|发件人)\s*[:：]\*?\s*\S/iu;
const HEADER_MORE =
  /^\*?(?:sent|date|to|subject|보낸 날짜|날짜|받는 사람|받는사람|제목|gesendet|an|betreff|envoyé|送信日時|发送时间)\s*[:：]/iu;

/** Takes a plain text message apart for reading: blocks in order, which joined by "\n" are the text again. */
export function splitQuoted(text: string): TextBlock[] {
  const lines = text.split("\n");
  const kinds = kindsOf(lines);
  const blocks: TextBlock[] = [];
  for (let from = 0; from < lines.length;) {
    let to = from + 1;
    while (to < lines.length && kinds[to] === kinds[from]) to++;
    blocks.push({ kind: kinds[from] ?? "own", text: lines.slice(from, to).join("\n") });
    from = to;
  }
  return blocks;
}

function kindsOf(lines: readonly string[]): TextBlock["kind"][] {
  const kinds: TextBlock["kind"][] = [];
  let isSignature = false;
  for (const [index, line] of lines.entries()) {
    if (isSeparator(line) || isHeaderBlock(lines, index)) {
      introduce(lines, kinds);
      while (kinds.length < lines.length) kinds.push("quote");
      return kinds;
    }
    if (/^\s{0,3}>/.test(line)) {
      if (kinds.at(-1) !== "quote") introduce(lines, kinds);
      kinds.push("quote");
      isSignature = false;
    } else {
      // RFC 3676 §4.3: "-- " alone; many clients lose the space.
      isSignature ||= /^-- ?\r?$/.test(line);
      kinds.push(isSignature ? "signature" : "own");
    }
  }
  joinGaps(lines, kinds);
  return kinds;
}

/** Outlook's "From: … Sent: … To: …" without a line above it. */
function isHeaderBlock(lines: readonly string[], index: number): boolean {
  if (!HEADER_FROM.test(lines[index] ?? "") || (lines[index - 1] ?? "").trim() !== "") return false;
  const next = lines.slice(index + 1, index + 5);
  return index > 0 && next.filter((line) => HEADER_MORE.test(line)).length >= 2;
}

/** The introduction above a quote, up to two lines with empty ones between, belongs to the quote. */
function introduce(lines: readonly string[], kinds: TextBlock["kind"][]): void {
  let last = kinds.length - 1;
  while (
    last >= 0 &&
    kinds[last] !== "quote" &&
    lines[last]?.trim() === "" &&
    last > kinds.length - 3
  ) {
    last--;
  }
  for (let first = last; first >= Math.max(0, last - 1); first--) {
    // Under a top-posted answer the signature stands above the introduction, and ends there.
    if (kinds[first] === "quote") return;
    const candidate = lines
      .slice(first, last + 1)
      .join(" ")
      .trim();
    if (candidate.length < 500 && INTRODUCTION.test(candidate)) {
      kinds.fill("quote", first);
      return;
    }
  }
}

/** Empty lines between two quotes are no words of the sender's. */
function joinGaps(lines: readonly string[], kinds: TextBlock["kind"][]): void {
  for (let at = 0; at < lines.length; at++) {
    if (kinds[at] !== "own" || lines[at]?.trim() !== "" || kinds[at - 1] !== "quote") continue;
    let end = at;
    while (end < lines.length && kinds[end] === "own" && lines[end]?.trim() === "") end++;
    if (kinds[end] === "quote") kinds.fill("quote", at, end);
    at = end;
  }
}
