/**
 * What a scanner says, as UTF-8.
 * @throws when it says more than that many octets.
 */
export async function readText(source: AsyncIterable<unknown>, most: number): Promise<string> {
  const pieces: Buffer[] = [];
  let octets = 0;
  for await (const piece of source) {
    const bytes = Buffer.from(piece as Uint8Array);
    octets += bytes.length;
    if (octets > most) throw new Error("the scanner's answer is too long");
    pieces.push(bytes);
  }
  return Buffer.concat(pieces).toString("utf8");
}
