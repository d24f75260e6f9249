import { expect, test } from "vitest";
import { readAddresses } from "./draft/addresses.ts";
import { parseMailto } from "./mailto.ts";
import { composeUrl, requestOf, type ComposeRequest } from "./request.ts";

test("a request survives its way into a window of its own", () => {
  const requests: ComposeRequest[] = [
    { kind: "replyAll", accountId: "a1", emailId: "m2" },
    {
      kind: "new",
      to: [{ name: 'Archer, "Al"', email: "a@x.example" }],
      cc: [],
      bcc: [{ name: null, email: "b@x.example" }],
      subject: "1 + 1 & more",
      body: "line\nline",
    },
  ];
  for (const request of requests)
    expect(requestOf(new URL(composeUrl(request), "http://x").search, readAddresses)).toEqual(
      request,
    );
});

test("mailto links bring recipients, subject and text, and no other header", () => {
  expect(
    parseMailto(
      "mailto:a+b@x.example,c@x.example?cc=d@x.example&subject=Hi%20there%0AX&body=1%0D%0A2&from=evil@x&attach=/etc/passwd",
    ),
  ).toEqual({
    kind: "new",
    to: [
      { name: null, email: "a+b@x.example" },
      { name: null, email: "c@x.example" },
    ],
    cc: [{ name: null, email: "d@x.example" }],
    subject: "Hi there X",
    body: "1\n2",
  });
});
