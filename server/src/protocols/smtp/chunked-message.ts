import { PassThrough } from "node:stream";
import type { SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import { Reply } from "./reply.ts";

/** What smtp-server calls when a message begins. */
type OnData = (
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  done: (error?: Error | null, message?: unknown) => void,
) => void;

/** A message that comes in by BDAT, one chunk after another (RFC 3030 §2). */
export interface ChunkedMessage {
  /** Takes bytes; resolves when more may come. Those of a message that was refused are thrown away. */
  write(bytes: Buffer): Promise<void>;
  /** No more chunks: resolves with the answer to the message. */
  end(): Promise<{ readonly code: number; readonly text: string }>;
  /** Why it was refused already; null while all is well. */
  readonly refusal: Reply | null;
  /** The client gave it up. */
  abort(): void;
}

/** `onRefused` is called when the message is refused, maybe while the client is silent. */
export function startChunked(
  onData: OnData,
  session: SMTPServerSession,
  onRefused: (reply: Reply) => void,
): ChunkedMessage {
  const stream = Object.assign(new PassThrough(), { byteLength: 0, sizeExceeded: false });
  stream.on("error", () => undefined);
  let refusal: Reply | null = null;
  const answered = new Promise<{ code: number; text: string }>((resolve) => {
    onData(stream, session, (error, message) => {
      if (!error)
        return resolve({
          code: 250,
          text: typeof message === "string" ? message : "2.6.0 Accepted",
        });
      refusal = error instanceof Reply ? error : new Reply(451, "4.3.0 Temporary failure");
      resolve({ code: refusal.responseCode, text: refusal.message });
      stream.resume();
      onRefused(refusal);
    });
  });

  return {
    async write(bytes) {
      stream.byteLength += bytes.length;
      if (refusal !== null || stream.destroyed || stream.write(bytes)) return;
      await new Promise<void>((resolve) => {
        const go = (): void => {
          stream.off("drain", go).off("close", go);
          resolve();
        };
        stream.on("drain", go).on("close", go);
      });
    },
    end() {
      stream.end();
      return answered;
    },
    get refusal() {
      return refusal;
    },
    abort: () => void stream.destroy(new Reply(503, "5.5.1 The client aborted the message")),
  };
}
