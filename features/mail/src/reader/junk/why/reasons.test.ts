import type { JunkReason } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import { reasonsText } from "./reasons.ts";

const reason = (kind: JunkReason, detail: string | null = null) => ({ kind, detail });

test("reasons are sentences one after the other, with what they are about", () => {
  expect(
    reasonsText([
      reason("lookAlike", "demo.test"),
      reason("words", "prize, winner"),
      reason("firstContact"),
    ]),
  ).toBe(
    "The sender’s domain looks like demo.test. Words often found in junk: prize, winner. You haven’t exchanged messages with this sender before.",
  );
  expect(reasonsText([reason("words"), reason("scanner", "")])).toBe(
    "It reads like junk. The junk filter recognised it.",
  );
});

test("a reason that a newer server gives is left out", () => {
  expect(reasonsText([reason("toString" as JunkReason), reason("firstContact")])).toBe(
    "You haven’t exchanged messages with this sender before.",
  );
});
