/** Words by which people announce a file, and what undoes them right in front. */
const ANNOUNCED =
  /\b(?:attach(?:ed|ing|ment|ments)?|enclos(?:ed|ing|ure)|(?:see|find) (?:the )?(?:file|pdf|document)s? below)\b|첨부|별첨|동봉|붙임/iu;

/** Whether a text speaks of an attachment. Only what the person wrote, not what is quoted. */
export function speaksOfAttachment(subject: string, text: string): boolean {
  const own = text
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("\n");
  return ANNOUNCED.test(subject.replace(/^(?:\s*(?:re|fwd?)\s*:)+.*/i, "")) || ANNOUNCED.test(own);
}
