import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { seededRandom } from "../testing/random.ts";
import { packed } from "./zip.fixture.ts";
import { crc32, openZip, writeZip, ZipError, type ZipFault } from "./index.ts";

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const faultOf = async (act: () => unknown): Promise<ZipFault | undefined> => {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof ZipError) return error.fault;
    throw error;
  }
};

test("what was written is read again, stored or deflated, under names in any script", async () => {
  const files = { "a.txt": "Alpha", "폴더/보고서.txt": "베타" };
  for (const bytes of [packed(files), packed(files, deflateRawSync)]) {
    const zip = openZip(bytes);
    expect(zip.names).toEqual(Object.keys(files));
    expect(text(await zip.read("a.txt"))).toBe("Alpha");
    expect(text(await zip.read("폴더/보고서.txt"))).toBe("베타");
    expect(await zip.read("b.txt")).toBeUndefined();
  }
});

test("the check sum is that of the standard, also in pieces", () => {
  expect(crc32(octets("123456789"))).toBe(0xcbf4_3926);
  expect(crc32(octets("6789"), crc32(octets("12345")))).toBe(0xcbf4_3926);
});

test("dates before 1980 become the first that there is", () => {
  const { headers } = writeZip([{ name: "a", size: 0, crc32: 0 }], new Date(1970, 0, 1));
  expect(new DataView(headers[0]!.buffer).getUint16(12, true) >> 9).toBe(0);
});

test("a bomb ends at the limit, and what several files unpack to adds up", async () => {
  const limits = { maxZipEntries: 3, maxUnzipped: 100_000 };
  const bomb = packed({ a: "\0".repeat(20_000_000) }, deflateRawSync);
  expect(bomb.length).toBeLessThan(30_000);
  expect(await faultOf(() => openZip(bomb, limits).read("a"))).toBe("tooLarge");

  const two = openZip(packed({ a: "x".repeat(60_000), b: "y".repeat(60_000) }), limits);
  expect((await two.read("a"))?.length).toBe(60_000);
  expect(await faultOf(() => two.read("b"))).toBe("tooLarge");
  expect(await faultOf(() => openZip(packed({ a: "", b: "", c: "", d: "" }), limits))).toBe(
    "tooLarge",
  );
});

test("what is encrypted, cut short or no ZIP file says so", async () => {
  const whole = packed({ a: "Alpha" }, deflateRawSync);
  const encrypted = whole.slice();
  const directory = whole.length - 22 - 47;
  encrypted[directory + 8]! |= 1;
  expect(await faultOf(() => openZip(encrypted).read("a"))).toBe("encrypted");
  expect(await faultOf(() => openZip(whole.subarray(1)).read("a"))).toBe("unreadable");
  expect(await faultOf(() => openZip(octets("hello")))).toBe("unreadable");
  expect(await faultOf(() => openZip(new Uint8Array()))).toBe("unreadable");
});

test("whatever becomes of its octets, it is read, or refused with one of the three reasons", async () => {
  const random = seededRandom(16);
  const whole = packed({ "a.xml": "<a/>".repeat(50), b: "b" }, deflateRawSync);
  for (let run = 0; run < 2000; run++) {
    const bytes = whole.slice(0, random.below(4) === 0 ? random.below(whole.length) : whole.length);
    for (let change = 0; change < 4 && bytes.length > 0; change++)
      bytes[random.below(bytes.length)] = random.below(256);
    await faultOf(async () => {
      const zip = openZip(bytes, { maxZipEntries: 100, maxUnzipped: 10_000 });
      for (const name of zip.names)
        expect((await zip.read(name))!.length).toBeLessThanOrEqual(10_000);
    });
  }
});
