import type { QueuedMailRecord } from "@atrium/contract/types/queued-mail";

/** Whether its sender can still take it back. */
export const isHeld = ({ notBefore }: Pick<QueuedMailRecord, "notBefore">): boolean =>
  Date.parse(notBefore) > Date.now();
