import type { EmailAuthentication } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import { isVouchedFor, originOf } from "./origin.ts";

const from = [{ name: null, email: "ann@Shop.example" }];
const authentication = (
  dmarc: Partial<EmailAuthentication["dmarc"]>,
  more: Partial<EmailAuthentication> = {},
): EmailAuthentication => ({
  spf: { result: "none", domain: null },
  dkim: [],
  dmarc: {
    result: "none",
    domain: "shop.example",
    policy: null,
    alignment: { spf: false, dkim: false },
    ...dmarc,
  },
  arc: { result: "none", sealer: null },
  ...more,
});
const judge = (...given: Parameters<typeof authentication>) =>
  originOf({ from, authentication: authentication(...given) });

test("a mail is verified by its domain's word, and spoofed against it", () => {
  expect(originOf({ from, authentication: null })).toEqual({ kind: "inside" });
  expect(judge({ result: "pass" })).toEqual({ kind: "verified", domain: "shop.example" });
  expect(judge({ result: "fail", policy: "none" })).toMatchObject({
    kind: "spoofed",
    isSevere: false,
  });
  expect(judge({ result: "fail", policy: "reject" })).toMatchObject({ isSevere: true });
  expect(judge({ result: "temperror" })).toMatchObject({ kind: "unverified" });
});

test("without a policy only what speaks for the domain of From counts", () => {
  const dkim = [{ result: "pass", domain: "shop.example", selector: "s" }] as const;
  const alignment = { spf: false, dkim: true };
  expect(judge({ alignment }, { dkim })).toMatchObject({ kind: "verified" });
  expect(judge({}, { dkim })).toMatchObject({ kind: "unverified" });
  expect(isVouchedFor(judge({}, { spf: { result: "pass", domain: "x.example" } }))).toBe(false);
});

test("the domain of From is given where the results do not name one", () => {
  expect(judge({ domain: null })).toEqual({ kind: "unverified", domain: "shop.example" });
  expect(judge({ domain: null, result: "fail" })).toMatchObject({ domain: "shop.example" });
});

test("only whom the results are about is verified, and everyone who is shown", () => {
  const of = (...emails: readonly string[]) =>
    originOf({
      from: emails.map((email) => ({ name: null, email })),
      authentication: authentication({ result: "pass" }),
    });
  expect(of("ann@shop.example", "bob@SHOP.example.").kind).toBe("verified");
  expect(of("ceo@bank.example")).toEqual({ kind: "unverified", domain: "bank.example" });
  expect(of("ann@shop.example", "ceo@bank.example")).toEqual({
    kind: "unverified",
    domain: "bank.example",
  });
  expect(of("ann@shop.example@bank.example").kind).toBe("unverified");
  expect(of("").kind).toBe("unverified");
  expect(of().kind).toBe("unverified");
  const alignment = { spf: true, dkim: true };
  const spf = { result: "pass", domain: "bank.example" } as const;
  expect(judge({ domain: null, alignment }, { spf }).kind).toBe("unverified");
});

test("who would be of the organisation and does not prove it is neither verified nor merely unverified", () => {
  const claim = { unprovenOwnDomain: "demo.test" };
  for (const result of ["none", "fail", "temperror", "pass"] as const)
    expect(judge({ result }, claim)).toEqual({ kind: "not-ours", domain: "demo.test" });
  expect(isVouchedFor(judge({}, claim))).toBe(false);
});

test("nothing vouches for a display name that is another address", () => {
  const named = (name: string, dmarc: "pass" | "fail") =>
    originOf({
      from: [{ name, email: "ann@shop.example" }],
      authentication: authentication({ result: dmarc }),
    });
  const posing = named("ceo@bank.example", "pass");
  expect(posing).toEqual({ kind: "posing", domain: "shop.example", shown: "ceo@bank.example" });
  expect(isVouchedFor(posing)).toBe(false);
  expect(named("ceo@bank.example", "fail").kind).toBe("spoofed");
  expect(named("Ann (ann@shop.example)", "pass").kind).toBe("verified");
  const inside = originOf({
    from: [{ name: "ceo@bank.example", email: "ann@shop.example" }],
    authentication: null,
  });
  expect(inside.kind).toBe("posing");
});
