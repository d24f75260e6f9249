import { asText, findHeader, type ParsedMessage } from "@atrium/formats/mime";

/** Whether a machine says by the header that it wrote a message: an automatic reply (RFC 3834 §5), or a report (RFC 6522). */
export function isAutomatic({ headers, bytes }: ParsedMessage): boolean {
  const text = (name: string): string => {
    const field = findHeader(headers, name);
    return field === undefined ? "" : asText(bytes, field).trim();
  };
  return (
    // Whatever it says but "no".
    !/^(no)?(\s*[;(]|$)/i.test(text("auto-submitted")) ||
    /^multipart\/report\b/i.test(text("content-type")) ||
    // Nobody is to answer: the null sender (RFC 5321 §4.5.5).
    text("return-path") === "<>" ||
    /^auto[-_]reply/i.test(text("precedence")) ||
    ["x-autoreply", "x-autorespond"].some((name) => findHeader(headers, name) !== undefined)
  );
}
