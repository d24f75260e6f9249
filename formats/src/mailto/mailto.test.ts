import { expect, test } from "vitest";
import { readMailto } from "./index.ts";

const EMPTY = { to: [], cc: [], bcc: [] };

test("a link brings recipients, subject and text, and no other header", () => {
  expect(
    readMailto(
      "mailto:a@x.example,c@x.example?cc=d@x.example&subject=Hi%20there%0D%0AX&body=1%0D%0A2&from=evil@x&attach=/etc/passwd",
    ),
  ).toEqual({
    to: ["a@x.example", "c@x.example"],
    cc: ["d@x.example"],
    bcc: [],
    subject: "Hi there X",
    body: "1\n2",
  });
});

test("a plus is a plus, written as it is or encoded", () => {
  expect(
    readMailto("mailto:a+b@x.example,c%2Bd@x.example?subject=1+1%2B1&body=2+2&bcc=e+f@x.example"),
  ).toEqual({
    to: ["a+b@x.example", "c+d@x.example"],
    cc: [],
    bcc: ["e+f@x.example"],
    subject: "1+1+1",
    body: "2+2",
  });
});

test("recipients stand before the question mark, behind it, or both; a comma of an address is encoded", () => {
  expect(readMailto("mailto:?to=a@x.example&to=b@x.example")).toEqual({
    ...EMPTY,
    to: ["a@x.example", "b@x.example"],
  });
  expect(readMailto("mailto:a@x.example,%20b@x.example,?to=%22c%2Cd%22@x.example").to).toEqual([
    "a@x.example",
    "b@x.example",
    '"c,d"@x.example',
  ]);
});

test("names of header fields and the scheme may be written in any case", () => {
  expect(
    readMailto("MAILTO:a@x.example?SUBJECT=A&Body=b&CC=c@x.example&%42cc=d@x.example"),
  ).toEqual({
    to: ["a@x.example"],
    cc: ["c@x.example"],
    bcc: ["d@x.example"],
    subject: "A",
    body: "b",
  });
});

test("whatever a link holds, it is read", () => {
  for (const href of ["", "mailto:", "mailto:?", "mailto:,,?&&=&to=", "https://x.example/?to=a@b"])
    expect(readMailto(href)).toEqual(EMPTY);
  expect(readMailto("mailto:a@x.example?__proto__=b&constructor=c&subject=%E4%&body=100%")).toEqual(
    {
      ...EMPTY,
      to: ["a@x.example"],
      subject: "%E4%",
      body: "100%",
    },
  );
  expect(
    readMailto("mailto:a@x.example?subject=1%00%1B2?&body=one&body=two#cc=b@x.example"),
  ).toEqual({ ...EMPTY, to: ["a@x.example"], subject: "1 2?", body: "two" });
  expect(readMailto(`mailto:${",".repeat(100_000)}?${"&a".repeat(100_000)}`)).toEqual(EMPTY);
});
