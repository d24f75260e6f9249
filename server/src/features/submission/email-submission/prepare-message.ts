import type { Services } from "../../../engine/index.ts";
import { refuse } from "../../../engine/index.ts";
import { RefusedMessage } from "../../mail/message/inspect.ts";
import { withWholeLineEnds } from "../sending/line-ends.ts";
import { outgoingHeader } from "../sending/outgoing-header.ts";
import { spool, withHeader, type Spooled } from "../../mail/message/spool.ts";
import { MAIL_REFUSALS } from "../../mail/index.ts";

/** A stored message, opened to be sent. */
export interface OpenMessage {
  readonly header: Buffer;
  /** The durable bytes as they shall leave: a blob of their own when they differ from the Email's. */
  outgoing(made: {
    readonly id: string;
    readonly domain: string;
    readonly date: Date;
  }): Promise<{ hash: string; size: number }>;
  close(): Promise<void>;
}

/** @throws Refusal `invalidEmail` when the message has a header that no server would take. */
export async function openMessage({ blobs }: Services, hash: string): Promise<OpenMessage> {
  let isChanged = false;
  const source = withWholeLineEnds(blobs.stream(hash), () => (isChanged = true));
  const message = await spool(source).catch((error: unknown): Spooled => {
    if (error instanceof RefusedMessage)
      refuse(MAIL_REFUSALS.invalidEmail, "the header is too large", { properties: ["headers"] });
    throw error;
  });
  return {
    header: message.header,
    async outgoing(made) {
      const header = outgoingHeader(message.header, made);
      if (!isChanged && header === message.header) return { hash, size: message.size };
      return await blobs.put(withHeader(header, message));
    },
    close: () => message.release(),
  };
}
