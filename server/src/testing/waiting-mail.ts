import { enqueueMessage } from "../features/outbound/index.ts";
import type { Suite } from "../wiring/suite.ts";

/** What of a suite is needed for it; a bench has it, too. */
interface Sending {
  readonly engine: Suite["engine"];
  readonly platform: Pick<Suite["platform"], "blobs">;
}

/** Puts a mail of a user into the queue, for each of the addresses; answers its id there. */
export async function putInQueue(
  { engine, platform }: Sending,
  sender: { readonly accountId: string; readonly address: string },
  to: readonly string[],
  { notBefore, subject = "waiting" }: { notBefore?: Date; subject?: string } = {},
): Promise<string> {
  const { accountId, address } = sender;
  const header = `From: ${address}\r\nTo: ${to.join(", ")}\r\nSubject: ${subject}\r\n`;
  const { hash, size } = await platform.blobs.put(Buffer.from(`${header}\r\nHello\r\n`));
  return await engine.write([accountId], (w) =>
    enqueueMessage(w, {
      accountId,
      hash,
      size,
      mailFrom: address,
      recipients: to.map((one) => ({ address: one })),
      notBefore: notBefore ?? w.now,
      origin: "submission",
    }),
  );
}
