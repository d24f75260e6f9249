import type { EmailBodyPart } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import { attachmentsOf } from "./attachments-of.ts";

const part = (given: Partial<EmailBodyPart>): EmailBodyPart =>
  ({ disposition: null, cid: null, size: 388, partId: null, ...given }) as EmailBodyPart;
const names = (attachments: readonly EmailBodyPart[]): (string | null)[] =>
  attachmentsOf({ attachments, htmlBody: [], bodyValues: {} }).map(({ name }) => name);

test("an invitation that comes twice is one file", () => {
  const own = part({ type: "text/calendar", name: null });
  const file = part({ type: "application/ics", name: "invite.ics", disposition: "attachment" });
  expect(names([own, file])).toEqual(["invite.ics"]);
  expect(names([own])).toEqual([null]);
  expect(names([own, { ...file, size: 12_000, name: "plan.pdf" }])).toEqual([null, "plan.pdf"]);
});
