import { expect, test } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import type { Resolver } from "../../platform/dns/index.ts";
import { silentLog } from "../../platform/log/index.ts";
import { TaskOverBudget, type Ask, type WorkerPool } from "../../platform/workers/index.ts";
import { openArriving } from "./arriving.ts";
import { spool } from "../mail/message/spool.ts";

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Opens a mail with a thread that does this; and counts how often one was asked for. */
async function arriving(does: (ask: Ask) => Promise<unknown>) {
  let runs = 0;
  const workers = {
    async run(_task: unknown, _input: unknown, ask: Ask) {
      runs += 1;
      return await does(ask);
    },
    close: async () => undefined,
  } as WorkerPool;
  const message = await spool(one("From: a@b.example\r\n\r\nHello\r\n"));
  const envelope = { remoteAddress: "203.0.113.9", helo: "mx.b.example", mailFrom: "a@b.example" };
  const opened = openArriving(message, envelope, {
    resolver: {} as Resolver,
    workers,
    clock: systemClock,
    log: silentLog,
    hostName: "mx.demo.test",
    time: 1000,
  });
  return { ...opened, runs: () => runs };
}

test("a mail that takes too much to read is not checked again: it is known where it is from", async () => {
  const mail = await arriving(async (ask) => {
    await ask({ findings: "known" });
    throw new TaskOverBudget("time");
  });
  expect(await mail.findings).toBe("known");
  expect(await mail.read(Buffer.from("From: a@b.example\r\n\r\n"))).toBeNull();
  expect(mail.runs()).toBe(1);
});

test("one that takes too much to check is checked without its signatures, and read from its blob", async () => {
  let tries = 0;
  const mail = await arriving(async () => {
    tries += 1;
    if (tries === 1) throw new TaskOverBudget("memory");
    return "rough";
  });
  expect(await mail.findings).toBe("rough");
  expect(await mail.read(Buffer.from(""))).toBeNull();
});

test("its thread is let go at once where several copies are kept", async () => {
  let isLetGo = false;
  const mail = await arriving(async (ask) => {
    const header = await ask({ findings: "known" });
    isLetGo = true;
    return header;
  });
  expect(await mail.findings).toBe("known");
  expect(await mail.read(null)).toBeNull();
  expect(isLetGo).toBe(true);
});
