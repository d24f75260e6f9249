import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import type { Reach } from "./reach.ts";
import type { Call } from "./serve.ts";

/** Whose state it is, and of what. */
type StateOf = Pick<Call, "accountId" | "reach"> & {
  readonly actor: Pick<Call["actor"], "personId">;
};

/** States as clients get them (RFC 8620 §1.5). */
export interface StateTexts {
  /** @param modseq the last change that the actor may see */
  write(of: StateOf, type: string, modseq: number): string;
  /** `null` for what was never answered to this person for this type with this reach. */
  read(of: StateOf, type: string, state: string): number | null;
}

/** One block, which nobody without the key tells from noise; the same number always comes out the same. */
const CIPHER = "aes-256-ecb";
const [BLOCK, HALF] = [16, 8];
/** A block as base64url. */
const LENGTH = 22;

/**
 * Who sees all of an account gets the number of the change. With part of it in reach that number would tell how much happens
 * beside it, and numbers between two could be asked for: it is encrypted, together with a digest of what it is about.
 * @param key of 32 octets, the same in all processes
 */
export function createStateTexts(key: Uint8Array): StateTexts {
  const crypt = (make: typeof createCipheriv | typeof createDecipheriv, block: Buffer): Buffer => {
    const cipher = make(CIPHER, key, null).setAutoPadding(false);
    return Buffer.concat([cipher.update(block), cipher.final()]);
  };
  return {
    write({ actor, accountId, reach }, type, modseq) {
      if (reach === "everything") return String(modseq);
      const block = Buffer.alloc(BLOCK);
      block.writeBigUInt64BE(BigInt(modseq));
      digestOf(actor.personId, accountId, type, reach).copy(block, HALF);
      return crypt(createCipheriv, block).toString("base64url");
    },
    read({ actor, accountId, reach }, type, state) {
      if (reach === "everything") return /^(?:0|[1-9]\d{0,15})$/.test(state) ? Number(state) : null;
      const given = Buffer.from(state, "base64url");
      if (state.length !== LENGTH || given.length !== BLOCK) return null;
      const block = crypt(createDecipheriv, given);
      const isOfThis = block
        .subarray(HALF)
        .equals(digestOf(actor.personId, accountId, type, reach));
      return isOfThis ? Number(block.readBigUInt64BE()) : null;
    },
  };
}

/** Differs whenever the reach does, so that no state of another reach is taken for one of this. */
function digestOf(
  personId: string,
  accountId: string,
  type: string,
  reach: Exclude<Reach, "everything">,
): Buffer {
  const text = `${personId} ${accountId} ${type}\n${digestOfReach(reach)}`;
  return createHash("sha256").update(text).digest().subarray(0, HALF);
}

/** Of those that stay the same for several requests. */
const digests = new WeakMap<Exclude<Reach, "everything">, string>();

function digestOfReach(reach: Exclude<Reach, "everything">): string {
  let digest = digests.get(reach);
  if (digest === undefined) {
    const lines = [...reach].map(([id, rights]) => `${id} ${[...rights].sort().join(" ")}`).sort();
    digest = createHash("sha256").update(lines.join("\n")).digest("base64url");
    digests.set(reach, digest);
  }
  return digest;
}
