import { expect, test } from "vitest";
import { run } from "./authenticate.task.ts";
import { MAX_ARC_FIELDS, MAX_SIGNATURE_OCTETS } from "./limits.ts";

async function noDns(): Promise<never> {
  throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
}

async function judged(header: string) {
  const bytes = Buffer.from(`${header}\r\n\r\nbody\r\n`);
  const envelope = { remoteAddress: "203.0.113.9", helo: "mx.b.example", mailFrom: "a@b.example" };
  const { results } = await run(
    {
      envelope,
      bytes,
      header: header.length + 4,
      now: new Date("2026-03-02T09:00:00Z"),
      hostName: "mx.demo.test",
      time: 60_000,
      looksAtSignatures: true,
    },
    noDns,
  );
  return results;
}

const FROM = "From: a@b.example";
const signature = (more: string): string =>
  `DKIM-Signature: v=1; a=rsa-sha256; d=b.example; s=s; h=from; bh=AA==; b=AA==; z=${more}`;

test("a first line of white space, as long as a header may be, is not searched from each place to its end", async () => {
  const { dmarc } = await judged(`a${" ".repeat(990_000)}b:\r\n${FROM}`);
  expect(dmarc.domain).toBe("b.example");
});

test("a signature that is too long is not looked at, and others are", async () => {
  const { dkim } = await judged(
    [FROM, signature("a".repeat(MAX_SIGNATURE_OCTETS)), signature("a")].join("\r\n"),
  );
  expect(dkim).toHaveLength(1);
});

test("one that names very many fields costs no look at the header for each", async () => {
  const names = signature("a").replace("h=from", `h=from:${"a:".repeat(480_000)}a`);
  const fields = Array.from({ length: 4000 }, (_, at) => `X${at}: b`);
  const { dkim } = await judged([FROM, names, ...fields].join("\r\n"));
  expect(dkim).toEqual([]);
});

test("of a chain without end only as many fields are looked at as there may be", async () => {
  const seals = Array.from(
    { length: MAX_ARC_FIELDS * 20 },
    (_, at) => `ARC-Seal: i=${at + 1}; cv=none; a=rsa-sha256; d=b.example; s=s; b=AA==`,
  );
  const { arc } = await judged([FROM, ...seals].join("\r\n"));
  expect(arc.result).not.toBe("pass");
});
