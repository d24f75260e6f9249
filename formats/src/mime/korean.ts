const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const PAIRS = 0x80 * 0x100;

/**
 * What pairs of octets mean in Windows' Korean (code page 949, which the Encoding Standard calls euc-kr): KS X 1001,
 * which every TextDecoder knows, and the other syllables of Hangul, which Node's does not. They stand in the order of
 * Unicode in the places that KS X 1001 leaves. By lead octet less 0x80, then trail octet; 0 for nothing.
 */
let pairs: Uint16Array | undefined;

function pairsOf949(): Uint16Array {
  if (pairs !== undefined) return pairs;
  pairs = new Uint16Array(PAIRS);
  const decoder = new TextDecoder("euc-kr");
  const known = new Set<number>();
  for (let lead = 0xa1; lead <= 0xfe; lead++)
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if (text.length !== 1 || text === "\uFFFD") continue;
      pairs[(lead - 0x80) * 0x100 + trail] = text.charCodeAt(0);
      known.add(text.charCodeAt(0));
    }
  let syllable = FIRST_SYLLABLE;
  for (let lead = 0x81; lead <= 0xc6; lead++)
    for (let trail = 0x41; trail <= 0xfe; trail++) {
      const isLetter = trail <= 0x5a || (trail >= 0x61 && trail <= 0x7a) || trail >= 0x81;
      if (!isLetter || (lead > 0xa0 && trail > 0xa0)) continue;
      while (known.has(syllable)) syllable += 1;
      if (syllable > LAST_SYLLABLE) return pairs;
      pairs[(lead - 0x80) * 0x100 + trail] = syllable;
      syllable += 1;
    }
  return pairs;
}

/** Windows' Korean; what is none becomes U+FFFD. */
export function decodeKorean(bytes: Uint8Array): string {
  const known = pairsOf949();
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) {
      pieces.push(String.fromCharCode(lead));
      continue;
    }
    const trail = bytes[at + 1] ?? 0;
    const code = known[(lead - 0x80) * 0x100 + trail]!;
    pieces.push(code === 0 ? "\uFFFD" : String.fromCharCode(code));
    // An octet of ASCII after half a pair stands for itself.
    if (code !== 0 || trail >= 0x80) at += 1;
  }
  return pieces.join("");
}

/** Two syllables at least, and nothing but pairs that are syllables in EUC-KR: hardly any other text is like that. */
export function looksKorean(bytes: Uint8Array): boolean {
  let syllables = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    if (trail < 0xa1 || trail > 0xfe) return false;
    // Between syllables there may be Korean punctuation.
    if (lead >= 0xb0 && lead <= 0xc8) syllables += 1;
    else if (lead < 0xa1 || lead > 0xa3) return false;
    at += 1;
  }
  return syllables >= 2;
}
