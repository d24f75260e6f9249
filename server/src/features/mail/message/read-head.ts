import type { Call } from "../../../engine/index.ts";

/** Octets of a message in which its header fields nearly always end. */
const HEAD = 65_536;

/** So much of a message that all its header fields are in it. */
export async function readHead(call: Call, hash: string, size: number): Promise<Buffer> {
  const { budget, services } = call;
  budget.spend("octetsRead", Math.min(HEAD, size));
  if (size <= HEAD) return await services.blobs.read(hash);
  const head = await services.blobs.read(hash, { start: 0, end: HEAD });
  if (head.includes("\r\n\r\n") || head.includes("\n\n")) return head;
  budget.spend("octetsRead", size);
  return await services.blobs.read(hash);
}
