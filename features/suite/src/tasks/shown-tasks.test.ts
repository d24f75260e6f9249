import type { BackgroundTaskRecord } from "@atrium/contract/types/background-task";
import { expect, test } from "vitest";
import { shownTasks } from "./shown-tasks.ts";

const openedAt = Date.parse("2026-11-26T12:00:00Z");
const task = (id: string, more: Partial<BackgroundTaskRecord>): BackgroundTaskRecord =>
  ({
    id,
    createdBy: "me",
    state: "done",
    endedAt: null,
    failed: 0,
    undoneBy: null,
    ...more,
  }) as never;
const shown = (...all: readonly BackgroundTaskRecord[]): readonly string[] =>
  shownTasks(all, { personId: "me", openedAt }).map(({ id }) => id);

test("one's own tasks are shown while they are under way, and a while after their end", () => {
  expect(
    shown(
      task("running", { state: "running" }),
      task("another's", { state: "running", createdBy: "kim" }),
      task("ended since", { endedAt: "2026-11-26T12:30:00Z" }),
      task("ended just before", { endedAt: "2026-11-26T11:59:30Z" }),
      task("ended before", { endedAt: "2026-11-26T11:50:00Z" }),
      task("undone", { endedAt: "2026-11-26T12:30:00Z", undoneBy: "k2" }),
      task("with problems", { endedAt: "2026-11-25T12:50:00Z", failed: 3 }),
      task("failed", { endedAt: "2026-11-25T12:50:00Z", state: "failed" }),
      task("failed long ago", { endedAt: "2026-11-25T11:50:00Z", state: "failed" }),
    ),
  ).toEqual(["running", "ended since", "ended just before", "with problems", "failed"]);
});
