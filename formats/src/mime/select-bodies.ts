import { allParts, type ParsedPart } from "./part.ts";

/** Which parts are the message and which hang on it (RFC 8621 §4.1.4). */
export interface BodySelection {
  readonly textBody: readonly ParsedPart[];
  readonly htmlBody: readonly ParsedPart[];
  readonly attachments: readonly ParsedPart[];
}

/** The suggested algorithm of RFC 8621 §4.1.4, step for step. */
export function selectBodies(root: ParsedPart): BodySelection {
  const textBody: ParsedPart[] = [];
  const htmlBody: ParsedPart[] = [];
  const attachments: ParsedPart[] = [];
  walk([root], "mixed", false, htmlBody, textBody, attachments);
  return { textBody, htmlBody, attachments };
}

function walk(
  parts: readonly ParsedPart[],
  multipartType: string,
  inAlternative: boolean,
  htmlBody: ParsedPart[] | null,
  textBody: ParsedPart[] | null,
  attachments: ParsedPart[],
): void {
  const textLength = textBody ? textBody.length : -1;
  const htmlLength = htmlBody ? htmlBody.length : -1;

  for (const [index, part] of parts.entries()) {
    if (part.children) {
      const subType = part.type.slice("multipart/".length);
      const isAlternative = inAlternative || subType === "alternative";
      walk(part.children, subType, isAlternative, htmlBody, textBody, attachments);
    } else if (!isInline(part, index, multipartType)) {
      attachments.push(part);
    } else if (multipartType === "alternative") {
      // A body that an outer alternative has already decided against is not shown; it must not be lost either.
      if (part.type === "text/plain") (textBody ?? attachments).push(part);
      else if (part.type === "text/html") (htmlBody ?? attachments).push(part);
      else attachments.push(part);
    } else {
      if (inAlternative) {
        if (part.type === "text/plain") htmlBody = null;
        if (part.type === "text/html") textBody = null;
      }
      textBody?.push(part);
      htmlBody?.push(part);
      const isNowhere = !textBody && !htmlBody;
      if (isNowhere || ((!textBody || !htmlBody) && isInlineMedia(part.type))) {
        attachments.push(part);
      }
    }
  }

  if (multipartType === "alternative" && textBody && htmlBody) {
    const texts = textBody.slice(textLength);
    const htmls = htmlBody.slice(htmlLength);
    if (texts.length === 0) textBody.push(...htmls);
    if (htmls.length === 0) htmlBody.push(...texts);
  }
}

function isInline(part: ParsedPart, index: number, multipartType: string): boolean {
  if (part.disposition === "attachment") return false;
  const isMedia = isInlineMedia(part.type);
  if (part.type !== "text/plain" && part.type !== "text/html" && !isMedia) return false;
  // Only the first part of a related one is shown; a text with a name that comes later is a file.
  return index === 0 || (multipartType !== "related" && (isMedia || part.name === null));
}

function isInlineMedia(type: string): boolean {
  return /^(image|audio|video)\//.test(type);
}

const isPicture = ({ type }: ParsedPart): boolean => type.startsWith("image/");

/**
 * Whether a list should show a paper clip (RFC 8621 §4.1.4). Pictures that are shown with the text do not count; what else
 * stands in the message, such as a PDF or a message, is shown by nobody.
 */
export function hasAttachment(bodies: BodySelection, root: ParsedPart): boolean {
  const embedded = new Set<ParsedPart>();
  for (const part of allParts(root)) {
    if (part.type !== "multipart/related") continue;
    for (const child of part.children ?? []) {
      if (child.cid !== null && isPicture(child)) embedded.add(child);
    }
  }
  return bodies.attachments.some(
    (part) =>
      part.disposition === "attachment" ||
      !(isPicture(part) && (part.disposition === "inline" || embedded.has(part))),
  );
}
