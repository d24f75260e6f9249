import { parseMessage } from "@atrium/formats/mime";
import type { Services } from "../../../engine/index.ts";
import { moved, task, TaskOverBudget, type TaskInput } from "../../../platform/workers/index.ts";
import { contentOf } from "./content.ts";
import { OUTLINE } from "./message.ts";
import type { ContentInput, OpenedContent } from "./open-content.task.ts";

const OPENING = task<ContentInput, OpenedContent>(
  new URL("./open-content.task.ts", import.meta.url),
);

/**
 * Takes properties out of a large message, where it can hold nobody up. Of one that takes too much there is its
 * beginning, with all of it as an attachment.
 */
export async function openContent(
  { workers, log }: Pick<Services, "workers" | "log">,
  input: Omit<ContentInput, "bytes" | "isOutline">,
  bytes: () => Promise<Uint8Array>,
): Promise<OpenedContent> {
  for (const isOutline of [false, true])
    try {
      const given = async (): Promise<TaskInput<ContentInput>> => {
        const all = await bytes();
        const seen = isOutline ? all.subarray(0, input.start + OUTLINE) : all;
        return moved({ ...input, bytes: seen, isOutline });
      };
      return await workers.run(OPENING, given);
    } catch (error) {
      if (!(error instanceof TaskOverBudget)) throw error;
      log.warn({ hash: input.hash, over: error.over, isOutline }, "a message is not opened whole");
    }
  const nothing = parseMessage(new Uint8Array());
  const { hash, request } = input;
  return { isMessage: true, content: request === null ? {} : contentOf(nothing, hash, request) };
}
