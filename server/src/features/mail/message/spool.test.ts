import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { spool } from "./spool.ts";

async function spooled(text: string, size: number): Promise<{ header: string; body: string }> {
  async function* pieces() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const message = await spool(pieces());
  expect(message.size).toBe(text.length);
  const body = Buffer.concat(await Array.fromAsync(message.body())).toString();
  await message.release();
  return { header: message.header.toString(), body };
}

test.each([
  ["A: b\r\nC: d\r\n\r\n", "body\r\n\r\nmore\r\n"],
  ["\r\n", "\r\nno header\r\n"],
  ["A: b\r\n\r\n", ""],
  ["A: b\r\n", ""],
  ["", ""],
  [`A: ${"b".repeat(3000)}\r\n\r\n`, "c".repeat(300_000)],
])("the header %.20j ends where it ends, however the message is cut", async (header, body) => {
  for (const size of [1, 2, 3, 7, 1000, 1_000_000])
    expect(await spooled(header + body, size)).toEqual({ header, body });
});

test("a header in very many pieces is read in no time", async () => {
  const header = `A: ${"b".repeat(900_000)}\r\n\r\n`;
  expect((await spooled(header, 5)).header).toBe(header);
});

test("a message that the disk has room for only a part of is refused, not cut", () => {
  const source = `
    import { spool } from ${JSON.stringify(new URL("spool.ts", import.meta.url).href)};
    async function* pieces() {
      yield Buffer.from("A: b\\r\\n\\r\\n");
      for (let piece = 0; piece < 10; piece += 1) yield Buffer.alloc(60_000, "c");
    }
    console.log(await spool(pieces()).then(() => "taken", ({ code }) => code));`;
  // A limit on the size of files behaves as a full disk: what fits is written, and only then comes the error.
  const limited = 'trap "" XFSZ; ulimit -f 600; exec "$0" --input-type=module -e "$1"';
  const { stdout } = spawnSync("sh", ["-c", limited, process.execPath, source], {
    encoding: "utf8",
  });
  expect(stdout.trim()).toBe("EFBIG");
});
