import { parseMessage } from "@atrium/formats/mime";
import { refuse, type Refused, type Services } from "../../../engine/index.ts";
import { moved, task, TaskOverBudget, type TaskInput } from "../../../platform/workers/index.ts";
import { contentOf, type ContentRequest } from "./content.ts";
import { OUTLINE } from "../message/message.ts";
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
      const opened = await workers.run(OPENING, given);
      // The thread has counted in a copy.
      spend(input.request, opened.taken);
      return opened;
    } catch (error) {
      // Of a refusal in the thread there is the code.
      if ((error as NodeJS.ErrnoException).code === ("requestTooLarge" satisfies Refused))
        refuse("requestTooLarge", "too much data for one request");
      if (!(error instanceof TaskOverBudget)) throw error;
      log.warn(
        { hash: input.hash, over: error.over, isOutline },
        "message only partly opened: it exceeds the task limits",
      );
    }
  const nothing = parseMessage(new Uint8Array());
  const { hash, request } = input;
  const content = request === null ? {} : contentOf(nothing, hash, request);
  return { isMessage: true, content, taken: 0 };
}

/** @throws Refusal `requestTooLarge` */
function spend(request: ContentRequest | null, octets: number): void {
  if (request === null) return;
  request.room.octets -= octets;
  if (request.room.octets < 0) refuse("requestTooLarge", "too much data for one request");
}
