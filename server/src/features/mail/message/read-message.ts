import type { Services } from "../../../engine/index.ts";
import { moved, task, TaskOverBudget, type TaskInput } from "../../../platform/workers/index.ts";
import { OUTLINE, preparing, unreadMessage } from "./message.ts";
import type { ReadInput, ReadMessage } from "./read-message.task.ts";

const READING = task<ReadInput, ReadMessage>(new URL("./read-message.task.ts", import.meta.url));

type Reading = Pick<Services, "blobs" | "log" | "workers">;

/** A message that is stored, by the hash and size of its blob. */
export interface Stored {
  readonly hash: string;
  readonly size: number;
}

/**
 * Reads a stored message for its columns, where it can hold nobody up. One that takes too much is known by its
 * beginning, or else by nothing; it is all there in any case, and `isPartlyRead` says so.
 * @param bytes reads it, where that is not its blob.
 */
export async function readMessage(
  services: Reading,
  { hash, size }: Stored,
  bytes: () => Promise<Uint8Array> = () => services.blobs.read(hash),
): Promise<ReadMessage> {
  return await preparing.run(size, async () => {
    for (const isOutline of [false, true])
      try {
        const input = async (): Promise<TaskInput<ReadInput>> => {
          const all = await bytes();
          const seen = isOutline ? all.subarray(0, OUTLINE) : all;
          return moved({ bytes: seen, hash, size: all.length, isOutline });
        };
        return await services.workers.run(READING, input);
      } catch (error) {
        if (!(error instanceof TaskOverBudget)) throw error;
        services.log.warn(
          { hash, size, over: error.over, isOutline },
          "message only partly read: it exceeds the task limits",
        );
      }
    return { message: unreadMessage(hash, size), isMessage: true, received: null };
  });
}
