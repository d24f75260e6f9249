/** Arithmetic of GF(256) with the polynomial 0x11D (ISO/IEC 18004 §7.5.2). */
const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = value;
  EXP[power + 255] = value;
  LOG[value] = power;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

const product = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : EXP[LOG[a]! + LOG[b]!]!;

/** The generator polynomial of Reed–Solomon codes with so many check bytes, without its leading 1. */
function generator(count: number): Uint8Array {
  let coefficients = new Uint8Array([1]);
  for (let power = 0; power < count; power += 1) {
    const next = new Uint8Array(coefficients.length + 1);
    for (const [place, coefficient] of coefficients.entries()) {
      next[place]! ^= coefficient;
      next[place + 1]! ^= product(coefficient, EXP[power]!);
    }
    coefficients = next;
  }
  return coefficients.subarray(1);
}

/** So many check bytes of a block. */
export function checkBytes(block: Uint8Array, count: number): Uint8Array {
  const divisor = generator(count);
  const rest = new Uint8Array(count);
  for (const byte of block) {
    const factor = byte ^ rest[0]!;
    rest.copyWithin(0, 1);
    rest[count - 1] = 0;
    for (const [place, coefficient] of divisor.entries())
      rest[place]! ^= product(coefficient, factor);
  }
  return rest;
}
