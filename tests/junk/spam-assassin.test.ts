import { expect, test } from "vitest";
import { measure } from "./spam-assassin.ts";

test("of a sample of SpamAssassin's corpus, junk is found that was never seen, and wanted mail is spared", () => {
  const { precision, recall, judged } = measure(4);
  expect(judged.junk).toBeGreaterThan(80);
  expect(precision).toBeGreaterThan(0.97);
  expect(recall).toBeGreaterThan(0.6);
}, 60_000);
