import type { EmailAuthentication } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import { mistrust } from "./mistrust.ts";

const authentication = (result: "pass" | "fail", domain: string): EmailAuthentication => ({
  spf: { result, domain },
  dkim: [],
  dmarc: { result, domain, policy: "none", alignment: { spf: result === "pass", dkim: false } },
  arc: { result: "none", sealer: null },
});
const message = (
  result: "pass" | "fail",
  email = "ann@shop.example",
  { name = null, keywords = [] }: { name?: string | null; keywords?: readonly string[] } = {},
) => ({
  from: [{ name, email }],
  authentication: authentication(result, email.split("@")[1]!),
  keywords: Object.fromEntries(keywords.map((keyword) => [keyword, true as const])),
});
const of = (email: ReturnType<typeof message>, isJunk = false) => mistrust(email, isJunk);

test("links are followed at once where nothing warns", () => {
  expect(of(message("pass"))).toBeUndefined();
  expect(of({ ...message("pass"), authentication: null as never })).toBeUndefined();
});

test("a feigned sender, by proof or name, is reason to ask", () => {
  expect(of(message("fail"))).toBe("sender");
  expect(of(message("pass", "ann@shop.example", { name: "ceo@bank.example" }))).toBe("sender");
});

test("so is Junk, and what was reported as phishing says so first", () => {
  expect(of(message("pass"), true)).toBe("junk");
  expect(of(message("fail"), true)).toBe("sender");
  expect(of(message("fail", "ann@shop.example", { keywords: ["$phishing"] }), true)).toBe(
    "phishing",
  );
});
