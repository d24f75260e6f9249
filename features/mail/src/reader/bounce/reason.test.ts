import { expect, test } from "vitest";
import { missedOf, reasonOf } from "./reason.ts";

test.each([
  ["5.1.1", "noAddress"],
  ["5.1.2", "noDomain"],
  ["5.1.10", "noDomain"],
  ["4.2.2", "full"],
  ["5.2.1", "closed"],
  ["5.3.4", "tooLarge"],
  ["4.4.7", "unreachable"],
  ["5.7.26", "unverified"],
  ["5.7.1", "refused"],
  ["5.0.0", "unknown"],
  ["", "unknown"],
])("%j means %s", (status, reason) => expect(reasonOf({ status })).toBe(reason));

test("a report names nobody to whom the message was not sent", () => {
  const sent = [{ email: "Ann@shop.example" }, { email: "bob@shop.example" }];
  const one = { status: "5.1.1", said: "", original: undefined };
  expect(
    missedOf(sent, [
      { ...one, action: "failed", address: "inner@x.example", original: "ann@shop.example" },
      { ...one, action: "delayed", address: "bob@shop.example" },
      { ...one, action: "failed", address: "thief@evil.example" },
    ]),
  ).toEqual([sent[0]]);
});
