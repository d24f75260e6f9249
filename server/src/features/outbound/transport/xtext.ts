/** RFC 3461 §4: what may stand in a parameter's value, with everything else as `+` and two hex digits. */
export function xtext(text: string): string {
  return Buffer.from(text, "utf8")
    .toString("latin1")
    .replaceAll(/[^!-*,-<>-~]/g, (octet) => `+${hex(octet.charCodeAt(0))}`);
}

/** RFC 6533 §3: the same for addresses with letters of all scripts, where the server takes UTF-8. */
export function unitext(text: string): string {
  return text.replaceAll(/[\0-\x20+=\\\x7f]/g, (char) => `\\x{${hex(char.charCodeAt(0))}}`);
}

/** RFC 6533 §3 once more, for servers that take only ASCII. */
export function unitextAsAscii(text: string): string {
  return unitext(text).replaceAll(
    /[^\0-\x7f]/gu,
    (char) => `\\x{${char.codePointAt(0)!.toString(16).toUpperCase()}}`,
  );
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(2, "0");
}
