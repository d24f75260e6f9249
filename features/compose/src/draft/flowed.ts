/** Lines of a paragraph are broken there; RFC 3676 §4.2 wants at most 78. */
const WIDTH = 72;

/** Plain text as format=flowed (RFC 3676 §4.2): a line that goes on ends in a space. Quoted lines stay as they are. */
export function flow(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .flatMap((line) => {
      if (line === "-- ") return [line];
      if (line.startsWith(">")) return [line.trimEnd()];
      return broken(line.trimEnd()).map((piece) =>
        /^(?: |From )/.test(piece) ? ` ${piece}` : piece,
      );
    })
    .join("\n");
}

function broken(line: string): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > WIDTH) {
    const at = rest.lastIndexOf(" ", WIDTH);
    const end = at > 0 ? at : rest.indexOf(" ", WIDTH);
    // A long word, or writing without spaces, is left whole: breaking it would change it.
    if (end < 0) break;
    lines.push(rest.slice(0, end + 1));
    rest = rest.slice(end + 1);
  }
  return [...lines, rest];
}

/** The text that flowed lines stand for (RFC 3676 §4.1), for going on with a draft. */
export function unflow(text: string): string {
  const lines: string[] = [];
  let goesOn = false;
  for (const raw of text.replace(/\r\n?/g, "\n").split("\n")) {
    const isQuote = raw.startsWith(">");
    const line = raw.startsWith(" ") ? raw.slice(1) : raw;
    if (goesOn && !isQuote) lines[lines.length - 1] += line;
    else lines.push(line);
    goesOn = !isQuote && line.endsWith(" ") && line !== "-- ";
  }
  return lines.join("\n");
}
