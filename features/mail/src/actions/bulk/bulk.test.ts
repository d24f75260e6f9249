import type { GetResponse, PatchObject } from "@atrium/contract/types/wire";
import type { JmapClient } from "@atrium/jmap";
import { undoLatest } from "@atrium/ui";
import { expect, onTestFinished, test, vi } from "vitest";
import { into } from "../patches.ts";
import { startBulk } from "./bulk.ts";
import * as jobs from "./bulk-jobs.ts";

const EMAILS = Array.from({ length: 700 }, (_, index) => `m${index}`);

/** Mail in one folder each, on a server whose next answer can be lost. */
function server() {
  const folders = new Map(EMAILS.map((id) => [id, new Set(["inbox"])]));
  const served = {
    losesAnswer: false,
    count: (folder: string) => [...folders.values()].filter((one) => one.has(folder)).length,
    async call(name: string, args: Record<string, unknown>): Promise<unknown> {
      if (name === "Email/get") {
        const list = (args["ids"] as string[]).map((id) => ({
          id,
          keywords: {},
          mailboxIds: Object.fromEntries([...folders.get(id)!].map((folder) => [folder, true])),
        }));
        return { state: "1", list, notFound: [] } satisfies Partial<GetResponse>;
      }
      for (const [id, patch] of Object.entries(args["update"] as Record<string, PatchObject>))
        for (const [path, value] of Object.entries(patch)) {
          const folder = path.replace("mailboxIds/", "");
          if (value === true) folders.get(id)!.add(folder);
          else folders.get(id)!.delete(folder);
        }
      if (served.losesAnswer) throw new Error("the answer was lost");
      return { updated: {} };
    },
  };
  return served;
}

test("the way back of a long action reaches what the server did when its answer was lost", async () => {
  for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, vi.fn());
  onTestFinished(() => void vi.unstubAllGlobals());
  const served = server();
  const show = vi.spyOn(jobs, "showJob");
  const job = (): jobs.BulkJob => show.mock.lastCall![0];
  served.losesAnswer = true;
  startBulk({
    client: served as unknown as JmapClient,
    accountId: "a",
    title: "Moving",
    source: { kind: "emails", ids: EMAILS },
    what: into("archive"),
  });
  await expect.poll(() => job().state).toBe("stopped");
  expect(served.count("archive")).toBe(500);
  served.losesAnswer = false;
  job().resume();
  await expect.poll(() => job()).toMatchObject({ state: "done", past: 700 });
  expect(served.count("archive")).toBe(700);
  undoLatest();
  await expect.poll(() => served.count("inbox")).toBe(700);
  expect(served.count("archive")).toBe(0);
});
