import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { animatedPng, jpeg, lossless, lossy, png, webp } from "../testing/pictures.ts";
import { readPictureHeader } from "./picture-header.ts";

describe("what a header says", () => {
  test.each([
    ["PNG", png(40, 30), "image/png"],
    ["JPEG", jpeg(40, 30), "image/jpeg"],
    ["progressive JPEG", jpeg(40, 30, 0xc2), "image/jpeg"],
    ["lossy WebP", webp(lossy(40, 30)), "image/webp"],
    ["lossless WebP", webp(lossless(40, 30)), "image/webp"],
  ] as const)("of a %s is read", (_, bytes, mediaType) => {
    expect(readPictureHeader(bytes)).toEqual({ mediaType, width: 40, height: 30 });
  });

  test("claims of giants are read as they are, and nothing is decoded", () => {
    expect(readPictureHeader(png(0xffff_ffff, 2))).toMatchObject({ width: 0xffff_ffff });
    expect(readPictureHeader(jpeg(65_535, 65_535))).toMatchObject({ height: 65_535 });
  });
});

test.each<readonly [string, Buffer, string]>([
  ["nothing", Buffer.alloc(0), "unknown"],
  ["a GIF", Buffer.from("GIF89a\u0001\0\u0001\0"), "unknown"],
  ["SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "unknown"],
  ["HTML", Buffer.from("<script>alert(1)</script>"), "unknown"],
  ["a PNG that moves", animatedPng(40, 30), "animated"],
  ["a PNG with a page behind it", Buffer.concat([png(40, 30), Buffer.from("<html>")]), "broken"],
  ["a PNG without data", png(40, 30, { hasData: false }), "broken"],
  ["a JPEG with a page behind it", Buffer.concat([jpeg(40, 30), Buffer.from("<html>")]), "broken"],
  ["a JPEG with two sizes", jpeg(40, 30, 0xc0, jpegFrame(9000, 9000)), "broken"],
  ["a WebP that moves", webp(chunk("ANIM", Buffer.alloc(6)), lossy(4, 4)), "animated"],
  ["a WebP whose canvas is another", webp(canvas(9000, 9000), lossy(40, 30)), "broken"],
  ["a WebP with two pictures", webp(lossy(40, 30), lossy(9000, 9000)), "broken"],
  ["a WebP that says it is longer", webp(lossy(40, 30)).subarray(0, -2), "broken"],
])("%s is not taken", (_, bytes, fault) => expect(readPictureHeader(bytes)).toBe(fault));

describe.each([
  ["PNG", png(40, 30)],
  ["JPEG", jpeg(40, 30)],
  ["WebP", webp(canvas(40, 30), lossy(40, 30))],
] as const)("a %s that was tampered with", (_, whole) => {
  test("is never read beyond its end, wherever it is cut off", () => {
    for (let end = 0; end < whole.length; end += 1) {
      const found = readPictureHeader(whole.subarray(0, end));
      expect(["unknown", "broken"]).toContain(found);
    }
  });

  test("has a fault, or sides that are numbers, whichever octet is another one", () => {
    for (let at = 0; at < whole.length; at += 1)
      for (const octet of [0x00, 0x01, 0x7f, 0x80, 0xff]) {
        const changed = Buffer.concat([whole]);
        changed[at] = octet;
        const found = readPictureHeader(changed);
        if (typeof found !== "string")
          expect([found.width, found.height].every(Number.isSafeInteger)).toBe(true);
      }
  });
});

test("a picture of nothing but the smallest parts is walked once", () => {
  const parts = Array.from({ length: 5000 }, () => {
    const head = Buffer.from("\0\0\0\0tEXt", "latin1");
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(head.subarray(4)));
    return Buffer.concat([head, sum]);
  });
  const whole = png(40, 30);
  const stuffed = Buffer.concat([whole.subarray(0, 33), ...parts, whole.subarray(33)]);
  expect(readPictureHeader(stuffed)).toMatchObject({ width: 40 });
});

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function canvas(width: number, height: number): Buffer {
  const data = Buffer.alloc(10);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return chunk("VP8X", data);
}

function jpegFrame(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return frame;
}
