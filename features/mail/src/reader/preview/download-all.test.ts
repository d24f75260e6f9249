import { expect, test } from "vitest";
import { distinctNames } from "./download-all.ts";

test("files of the same name are told apart, whatever their case", () => {
  expect(distinctNames(["a.pdf", "A.pdf", "a.pdf", "b", "b"])).toEqual([
    "a.pdf",
    "A (2).pdf",
    "a (3).pdf",
    "b",
    "b (2)",
  ]);
});

test("no name leads out of the folder that it is unpacked into", () => {
  expect(distinctNames(["../../etc/passwd", "C:\\x.exe", "..", "", "사진\u202Egnp.exe"])).toEqual([
    "__.._etc_passwd",
    "C__x.exe",
    "_",
    "_ (2)",
    "사진_gnp.exe",
  ]);
});
