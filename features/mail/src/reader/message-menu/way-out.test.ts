import type { EmailRecord } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import { wayOut } from "./way-out.ts";

const mail = (urls: unknown, post: unknown = null, dkim: "pass" | "fail" = "pass") =>
  ({
    keywords: {},
    from: [{ name: null, email: "news@list.example" }],
    "header:List-Unsubscribe:asURLs": urls,
    "header:List-Unsubscribe-Post:asText": post,
    authentication: {
      dkim: [{ result: dkim, domain: "x.example", selector: "s" }],
      dmarc: { result: "none", domain: null },
    },
  }) as unknown as EmailRecord;
const ONE_CLICK = "List-Unsubscribe=One-Click";
const PAGE = "https://list.example/leave";

test("one click where the list takes it, else a mail, else the list's page", () => {
  const oneClick = { kind: "one-click", host: "list.example" };
  expect(wayOut(mail([PAGE, "mailto:a@list.example"], ONE_CLICK))).toEqual(oneClick);
  expect(wayOut(mail([PAGE, "mailto:a@list.example"], ONE_CLICK, "fail"))).toMatchObject({
    kind: "mail",
    to: "a@list.example",
  });
  expect(wayOut(mail([PAGE]))).toEqual({ kind: "page", address: PAGE });
});

test("a mail is written as the list asks, to one address, in one line", () => {
  expect(
    wayOut(mail(["mailto:leave%2Bme@list.example?subject=leave%0d%0aBcc:%20x&body=bye"])),
  ).toEqual({ kind: "mail", to: "leave+me@list.example", subject: "leave Bcc: x", body: "bye" });
  expect(
    wayOut(mail(["mailto:leave+me@list.example?SUBJECT=token+a%2Bb&cc=other@x.example"])),
  ).toEqual({ kind: "mail", to: "leave+me@list.example", subject: "token+a+b", body: "" });
  for (const url of ["mailto:a@x.example,b@x.example", "mailto:a@x.example?to=b@x.example"])
    expect(wayOut(mail([url]))).toBeUndefined();
});

test("anything else is no way out", () => {
  for (const urls of [null, undefined, [], ["javascript:alert(1)"], ["http://x.example/"], [7]])
    expect(wayOut(mail(urls, ONE_CLICK))).toBeUndefined();
});

test("mail that is not from whom it says, or was reported as phishing, offers no way out", () => {
  const offered = mail([PAGE, "mailto:a@list.example"], ONE_CLICK);
  const { authentication } = offered;
  const spoofed = { ...authentication!, dmarc: { ...authentication!.dmarc, result: "fail" } };
  expect(wayOut({ ...offered, authentication: spoofed } as EmailRecord)).toBeUndefined();
  expect(wayOut({ ...offered, keywords: { $phishing: true } })).toBeUndefined();
});
