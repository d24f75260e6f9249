import { faultsOfLongWork } from "../durability/long-work.ts";
import type { Findings } from "./report.ts";

/** Background tasks over a full mailbox, each of which is killed twice. */
export async function soakWork(findings: Findings, messages: number): Promise<void> {
  findings.figure("messages", messages);
  const faults = await faultsOfLongWork({
    messages,
    kills: [0.2, 0.6],
    isUndoingKilled: true,
    say: console.log,
  });
  findings.check("a task and its undoing lose and double nothing", faults);
}
