import { expect, test } from "vitest";
import { readAddresses } from "./draft/addresses.ts";
import { composeUrl, requestOf, type ComposeRequest } from "./request.ts";

test("a request survives its way into a window of its own", () => {
  const requests: ComposeRequest[] = [
    { kind: "replyAll", accountId: "a1", emailId: "m2" },
    {
      kind: "resend",
      accountId: "a1",
      emailId: "m2",
      to: [
        { name: "Ann", email: "a@x.example" },
        { name: null, email: "b@x.example" },
      ],
    },
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
