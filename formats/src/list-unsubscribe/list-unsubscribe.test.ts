import { expect, test } from "vitest";
import { oneClickAddress } from "./index.ts";

const PAGE = "https://list.example/leave";
const URLS = ["mailto:leave@list.example", PAGE];
const ONE_CLICK = "List-Unsubscribe=One-Click";
const found = (
  dkim: readonly ("pass" | "fail" | "temperror")[],
  dmarc: "pass" | "fail" | "none" = "none",
  more: { readonly unprovenOwnDomain?: string } = {},
) => ({ dkim: dkim.map((result) => ({ result })), dmarc: { result: dmarc }, ...more });

test("whoever offers one click gets it, with a signature, without one, and from inside", () => {
  for (const authentication of [found(["pass"], "pass"), found(["fail", "pass"]), found([]), null])
    expect(oneClickAddress(URLS, ONE_CLICK, authentication)).toBe(PAGE);
});

test("nothing is sent for a mail that its own domain or signature speaks against", () => {
  const refuted = [
    found(["fail"]),
    found(["temperror"]),
    found([], "fail"),
    found([], "none", { unprovenOwnDomain: "demo.test" }),
  ];
  for (const authentication of refuted)
    expect(oneClickAddress(URLS, ONE_CLICK, authentication)).toBeUndefined();
});

test("it takes both fields, and an encrypted address", () => {
  expect(oneClickAddress(URLS, null, null)).toBeUndefined();
  expect(oneClickAddress(null, ONE_CLICK, null)).toBeUndefined();
  for (const urls of [["http://list.example/"], ["mailto:a@x.example"], [7]])
    expect(oneClickAddress(urls, ONE_CLICK, null)).toBeUndefined();
});
