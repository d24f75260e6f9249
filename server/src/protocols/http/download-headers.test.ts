import { expect, test } from "vitest";
import { attachment, byteRange, mediaType, safeType } from "./download-headers.ts";

test.each([
  ["image/png", "image/png"],
  ["text/plain; charset=utf-8", "text/plain; charset=utf-8"],
  ["text/html", "text/html"],
  ["application/javascript", "application/octet-stream"],
  ["TEXT/JavaScript; charset=utf-8", "application/octet-stream"],
  ["text/css", "application/octet-stream"],
  ["application/wasm", "application/octet-stream"],
  ["text/html\r\nset-cookie: x=1", "application/octet-stream"],
  ["image/png, text/html", "application/octet-stream"],
  ["nonsense", "application/octet-stream"],
  ["", "application/octet-stream"],
  [undefined, "application/octet-stream"],
])("%j is sent to a browser as %s", (type, sent) => expect(safeType(type)).toBe(sent));

test("what a client uploads keeps its type", () => {
  expect(mediaType("text/css")).toBe("text/css");
  expect(mediaType("x\ny/z")).toBe("application/octet-stream");
});

test.each([
  ["report.pdf", `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
  [`a"b\\c/d`, `attachment; filename="a_b_c_d"; filename*=UTF-8''a%22b_c_d`],
  [
    "회의록.hwp",
    `attachment; filename="___.hwp"; filename*=UTF-8''%ED%9A%8C%EC%9D%98%EB%A1%9D.hwp`,
  ],
  ["a\r\nb", `attachment; filename="a__b"; filename*=UTF-8''a__b`],
  ["\u202egpj.exe", `attachment; filename="_gpj.exe"; filename*=UTF-8''_gpj.exe`],
  ["\ud800", `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
  ["", `attachment; filename="file"; filename*=UTF-8''file`],
])("%j is saved under a name that breaks nothing", (name, header) =>
  expect(attachment(name)).toBe(header),
);

test.each([
  ["bytes=0-9", { start: 0, end: 10 }],
  ["bytes=90-", { start: 90, end: 100 }],
  ["bytes=90-500", { start: 90, end: 100 }],
  ["bytes=-10", { start: 90, end: 100 }],
  ["bytes=-500", { start: 0, end: 100 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=9-5", null],
  ["bytes=0-1,5-6", null],
  ["bytes=-", null],
  ["lines=1-2", null],
])("of 100 bytes, %s is %j", (range, expected) =>
  expect(byteRange({ range }, 100, '"b1"')).toEqual(expected),
);

test("a range of another version is not given", () => {
  expect(byteRange({ range: "bytes=0-9", "if-range": '"b2"' }, 100, '"b1"')).toBeNull();
  expect(byteRange({ range: "bytes=0-9", "if-range": '"b1"' }, 100, '"b1"')).not.toBeNull();
});
