import { buffer } from "node:stream/consumers";
import type { Engine } from "../../../engine/index.ts";
import { importMessages } from "../delivery/import.ts";
import { readHints } from "./header-hints.ts";
import { mailboxesAt } from "./mailbox-at.ts";
import { splitMbox, type FolderMessage } from "./mbox.ts";

export interface ImportSource {
  /** `mbox`: many messages in one file; `eml`: the file is one message. */
  readonly kind: "mbox" | "eml";
  readonly bytes: AsyncIterable<Uint8Array>;
  /** When a message arrived that does not say; now otherwise. */
  readonly time?: Date;
}

export interface ImportProgress {
  /** Octets read. */
  readonly read: number;
  readonly imported: number;
  readonly skipped: number;
}

export interface ImportReport {
  readonly imported: number;
  /** Messages that the account had already. */
  readonly skipped: number;
  /** Messages that were left out, by their place in the file, counted from 1. */
  readonly left: readonly { readonly position: number; readonly reason: LeftReason }[];
}

/** Thunderbird keeps deleted messages until it compacts a folder; those stay deleted. */
export type LeftReason = "tooLarge" | "empty" | "deleted" | "notMail";

const MAX_SIZE = 250_000_000;

/** Brings mail from elsewhere into an account. What was brought before is skipped, so it may be run again. */
export async function importInto(
  engine: Engine,
  accountId: string,
  source: ImportSource,
  options: {
    /** A role (`inbox`, `archive` …) or a path of names (`Old mail/2019`), which is made when it is missing. */
    readonly mailbox?: string;
    readonly maxSize?: number;
    readonly onProgress?: (progress: ImportProgress) => void;
  } = {},
): Promise<ImportReport> {
  const { mailbox = "inbox", maxSize = MAX_SIZE, onProgress } = options;
  const mailboxId = (await mailboxesAt(engine, accountId, [mailbox])).get(mailbox);
  if (mailboxId === undefined) throw new Error(`no mailbox ${mailbox}`);
  const left: { position: number; reason: LeftReason }[] = [];
  let read = 0;

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source.bytes) {
      read += chunk.length;
      yield chunk;
    }
  }

  async function* messages() {
    let position = 0;
    const folder =
      source.kind === "mbox" ? splitMbox(counted(), maxSize) : single(counted(), maxSize);
    for await (const message of folder) {
      position += 1;
      const hints = readHints(message.bytes);
      const reason = reasonToLeave(message, hints);
      if (reason) {
        left.push({ position, reason });
        continue;
      }
      yield {
        bytes: message.bytes,
        receivedAt: message.time ?? hints.time ?? source.time ?? new Date(),
        mailboxIds: [mailboxId as string],
        keywords: [...hints.keywords],
      };
    }
  }

  const { imported, skipped } = await importMessages(engine, accountId, messages(), {
    onProgress: (so: { imported: number; skipped: number }) =>
      onProgress?.({ read, imported: so.imported, skipped: so.skipped }),
  });
  return { imported, skipped, left };
}

function reasonToLeave(
  message: FolderMessage,
  hints: ReturnType<typeof readHints>,
): LeftReason | null {
  if (message.tooLarge) return "tooLarge";
  if (message.bytes.every((byte) => byte === 0x0d || byte === 0x0a)) return "empty";
  if (hints.deleted) return "deleted";
  return hints.isMail ? null : "notMail";
}

/** One file that is one message. Lone LF become CRLF, as files on disk often have them. */
async function* single(
  bytes: AsyncIterable<Uint8Array>,
  maxSize: number,
): AsyncGenerator<FolderMessage> {
  const whole = await buffer(bytes);
  const text = whole.toString("latin1").replaceAll(/\r?\n/g, "\r\n");
  const tooLarge = whole.length > maxSize;
  yield { bytes: tooLarge ? Buffer.alloc(0) : Buffer.from(text, "latin1"), time: null, tooLarge };
}
