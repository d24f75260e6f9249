import { createMessageGate } from "../../platform/gate.ts";
import { moved, task, TaskOverBudget, type TaskInput } from "../../platform/workers/index.ts";
import type { HeaderQuestion, ReadArrival } from "./arriving.task.ts";
import type { OriginInput } from "./authentication/authenticate.task.ts";
import {
  answerFrom,
  originOf,
  withoutSignatures,
  type CheckOptions,
  type Findings,
  type Origin,
} from "./authentication/authenticate.ts";
import { withHeader, type Spooled } from "../mail/message/spool.ts";

/** A mail that a thread of its own looks at, from where it is to what it says, while it is stored. */
export interface Arriving {
  readonly findings: Promise<Findings>;
  /**
   * Reads it with the header with which it is kept; without one only the words are read by which it is judged. Null: it
   * takes too much. Never fails.
   */
  readonly read: (header: Uint8Array | null) => Promise<ReadArrival | null>;
  /** Resolves when nothing of it is used any more. */
  readonly close: () => Promise<void>;
}

const ARRIVING = task<OriginInput, ReadArrival>(new URL("./arriving.task.ts", import.meta.url));

/** Octets of mails that are held whole at the same time. */
const held = createMessageGate(64_000_000);

export function openArriving(message: Spooled, envelope: Origin, options: CheckOptions): Arriving {
  const { resolver, workers, log } = options;
  const origin = originOf(message, envelope, options);
  const found = Promise.withResolvers<Findings>();
  const header = Promise.withResolvers<Uint8Array | null>();
  const askDns = answerFrom(resolver);
  let isFound = false;
  const answer = async (question: unknown): Promise<unknown> => {
    if (!isHeaderQuestion(question)) return await askDns(question);
    isFound = true;
    found.resolve(question.findings);
    return await header.promise;
  };
  const input = async (): Promise<TaskInput<OriginInput>> =>
    moved({ ...origin, bytes: await wholeOf(message), looksAtSignatures: true });
  const reading = held
    .run(message.size, () => workers.run(ARRIVING, input, answer))
    .catch((error: unknown) => {
      if (error instanceof TaskOverBudget) {
        log.warn(
          { over: error.over, size: message.size },
          "incoming message exceeds the task limits",
        );
        // What was too much may have come after it was known where it is from.
        if (!isFound) found.resolve(withoutSignatures(message, envelope, options));
      } else found.reject(error);
      return null;
    });
  return {
    findings: found.promise,
    read(given) {
      header.resolve(given);
      return reading;
    },
    async close() {
      header.resolve(null);
      await reading;
    },
  };
}

const isHeaderQuestion = (question: unknown): question is HeaderQuestion =>
  typeof question === "object" && question !== null && "findings" in question;

async function wholeOf(message: Pick<Spooled, "header" | "body">): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of withHeader(message.header, message)) pieces.push(piece);
  return Buffer.concat(pieces);
}
