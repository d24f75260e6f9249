// Of a text without white space at its ends or two in a row. "Re", "Fwd" and what other languages' programs write, with "[list]" tags before the colon and "Re[2]:" counters.
const REPLY =
  /^(?:re|fwd?|fw|aw|wg|sv|vs|antw?|rv|tr|odp|ynt|답장|회신|전달|返信|転送|回复|回覆|转发|轉寄) ?(?:\[[^\]]*\] ?)?[:：]/iu;
const TAG = /^\[[^[\]]*\]/u;
const TRAILER = /\(fwd\)$/iu;
const FORWARDED = /^\[fwd:(.*)\]$/isu;

const MAX_LENGTH = 255;

/** Characters that are looked at: each mark costs a look at the rest, and a subject may be as long as a header. */
const MAX_SEEN = 2000;

/**
 * What is left of a subject when the marks of replies, forwards and lists are taken off (RFC 5256 §2.1), in lower
 * case with single spaces, at most 255 characters. Equal for a message and all replies to it.
 */
export function baseSubject(subject: string | null): string {
  let text = (subject ?? "").slice(0, MAX_SEEN).normalize("NFC").replace(/\s+/gu, " ").trim();
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(TRAILER, "").trim().replace(REPLY, "").trim();
    // A tag goes only if something is left (RFC 5256 §2.1, step 4).
    const untagged = text.replace(TAG, "").trim();
    if (untagged !== "") text = untagged;
    const forwarded = FORWARDED.exec(text);
    if (forwarded !== null) text = forwarded[1]!.trim();
  }
  return text.toLowerCase().slice(0, MAX_LENGTH).toWellFormed();
}
