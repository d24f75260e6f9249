const CR = 0x0d;

/**
 * Passes a message through with every line end as CRLF. An Email may hold others (RFC 8621 §4.1); on the wire a lone CR or
 * LF could make the next server see two messages in one (RFC 5321 §2.3.8).
 * @param changed called when something had to be changed.
 */
export async function* withWholeLineEnds(
  source: AsyncIterable<Uint8Array>,
  changed: () => void,
): AsyncGenerator<Buffer> {
  let held = "";
  for await (const chunk of source) {
    if (chunk.length === 0) continue;
    // Whether an LF follows is seen in the next chunk.
    const ends = chunk.at(-1) === CR;
    // Octets as characters, one for one.
    const text = held + Buffer.from(ends ? chunk.subarray(0, -1) : chunk).toString("latin1");
    held = ends ? "\r" : "";
    yield Buffer.from(whole(text, changed), "latin1");
  }
  if (held !== "") yield Buffer.from(whole(held, changed));
}

function whole(text: string, changed: () => void): string {
  if (!/\r(?!\n)|(?<!\r)\n/.test(text)) return text;
  changed();
  return text.replaceAll(/\r\n|\r|\n/g, "\r\n");
}
