import { expect, test } from "vitest";
import { FILE_UPLOAD_KEPT } from "@atrium/contract/types/file-upload";
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { DriveAccount, DriveClient } from "../client.ts";
import {
  createUploadQueue,
  mayRetry,
  timeLeft,
  type Upload,
  type UploadOrder,
  type UploadQueue,
} from "./queue.ts";

/** A server in memory: uploads end when `finish` is called, names are unique as on the real one. */
function server() {
  const names: string[] = [];
  /** What went into the trash. */
  const trashed: string[] = [];
  const open: { name: string; finish: () => void; fail: (error: unknown) => void }[] = [];
  const call = async (method: string, args: object): Promise<unknown> => {
    if (method === "FileNode/query") {
      const { filter } = args as {
        filter: { conditions: [unknown, { conditions: { name: string }[] }] };
      };
      const asked = filter.conditions[1].conditions.map(({ name }) => name);
      return { ids: asked.filter((name) => names.includes(name)) };
    }
    if (method === "FileNode/get")
      return { list: (args as { ids: string[] }).ids.map((id) => ({ id, name: id })) };
    const { create, onExists } = args as {
      create: { node: { name: string; parentId: string } };
      onExists: string | null;
    };
    const { name, parentId } = create.node;
    expect(parentId).toBe("n9");
    if (onExists === "replace" && names.includes(name))
      trashed.push(...names.splice(names.indexOf(name), 1));
    if (names.includes(name)) return { notCreated: { node: { type: "alreadyExists" } } };
    names.push(name);
    return { created: { node: { id: name } } };
  };
  const client: DriveClient = {
    call: call as DriveClient["call"],
    upload(_account, body, options) {
      const { name } = body as File;
      return new Promise((resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
        const finish = () => resolve({ blobId: `b-${name}`, size: body.size, type: body.type });
        open.push({ name, finish, fail: reject });
      });
    },
    session: async () => ({
      capabilities: { [CAPABILITY.core]: { maxSizeUpload: 1000 } },
      primaryAccounts: {},
      accounts: {},
    }),
    onSession: () => () => undefined,
    downloadUrl: () => "",
    account: () =>
      ({
        id: "a1",
        sync: async () => undefined,
      }) as unknown as DriveAccount,
  };
  return { client, names, open, trashed };
}

const file = (name: string): UploadOrder => ({
  file: new File(["12345"], name),
  accountId: "a1",
  parentId: "n9",
});

/** Waits until the queue's list satisfies a condition. */
function until(queue: UploadQueue, holds: (list: readonly Upload[]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!holds(queue.list())) return;
      stop();
      resolve();
    };
    const stop = queue.subscribe(look);
    look();
  });
}

test("three files go up at a time, the next follows when one is there", async () => {
  const { client, names, open } = server();
  const queue = createUploadQueue(client);
  queue.add([file("a"), file("b"), file("c"), file("d")]);
  await expect.poll(() => open.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  open[1]!.finish();
  await until(queue, (list) => list[3]!.state === "sending");
  expect(names).toEqual(["b"]);
  expect(queue.list().map(({ state }) => state)).toEqual(["sending", "done", "sending", "sending"]);
});

test("a cancelled upload makes no file, and can be started again", async () => {
  const { client, names, open } = server();
  const queue = createUploadQueue(client);
  queue.add([file("a")]);
  const { key } = queue.list()[0]!;
  await expect.poll(() => open.length).toBe(1);
  queue.cancel(key);
  await until(queue, (list) => list[0]!.state === "cancelled");
  queue.retry(key);
  await expect.poll(() => open.length).toBe(2);
  open.at(-1)!.finish();
  await until(queue, (list) => list[0]!.state === "done");
  expect(names).toEqual(["a"]);
});

test("a name that is taken gets a number", async () => {
  const { client, names, open } = server();
  names.push("plan.pdf", "plan (2).pdf");
  const queue = createUploadQueue(client);
  queue.add([file("plan.pdf")]);
  await expect.poll(() => open.length).toBe(1);
  open[0]!.finish();
  await until(queue, (list) => list[0]!.state === "done");
  expect(names.at(-1)).toBe("plan (3).pdf");
});

test("a failure says why and leaves the others alone", async () => {
  const { client, open } = server();
  const queue = createUploadQueue(client);
  queue.add([file("big"), file("small")]);
  await expect.poll(() => open.length).toBe(2);
  open[0]!.fail(Object.assign(new Error("refused"), { status: 413 }));
  open[1]!.finish();
  await until(queue, (list) => list.every(({ state }) => state === "failed" || state === "done"));
  expect(queue.list()[0]).toMatchObject({ state: "failed", failure: "tooLarge" });
  queue.clear();
  expect(queue.list()).toEqual([]);
});

test("what replaces a file has its name, and the file goes into the trash", async () => {
  const { client, names, open, trashed } = server();
  names.push("plan.pdf");
  const queue = createUploadQueue(client);
  queue.add([{ ...file("plan.pdf"), replaces: "n5" }]);
  await expect.poll(() => open.length).toBe(1);
  open[0]!.finish();
  await until(queue, (list) => list[0]!.state === "done");
  expect(trashed).toEqual(["plan.pdf"]);
  expect(names).toEqual(["plan.pdf"]);
});

test("what has an impossible name is refused before anything is sent, and stays so", () => {
  const { client, open } = server();
  const queue = createUploadQueue(client);
  queue.add([file("가".repeat(90)), file("a\u0007b")]);
  expect(open).toEqual([]);
  expect(queue.list()).toMatchObject([
    { state: "failed", failure: "nameTooLong" },
    { state: "failed", failure: "nameSlash" },
  ]);
  expect(queue.list().some(mayRetry)).toBe(false);
});

test("names are kept in NFC, without space around them", async () => {
  const { client, names, open } = server();
  const queue = createUploadQueue(client);
  queue.add([file(" re\u0301sume\u0301.txt ")]);
  await expect.poll(() => open.length).toBe(1);
  open[0]!.finish();
  await until(queue, (list) => list[0]!.state === "done");
  expect(names).toEqual(["résumé.txt"]);
});

test("the time left follows the speed so far, and is not guessed at the start", () => {
  const upload: Upload = {
    key: 1,
    name: "a",
    size: 400,
    sent: 100,
    state: "sending",
    startedAt: 0,
  };
  expect(timeLeft(upload, 1_000)).toBeUndefined();
  expect(timeLeft(upload, 3_000)).toBe(9_000);
});

/** The same with files of which a part has come before, as FileUploads. */
function serverWithParts() {
  const { client, ...rest } = server();
  const destroyed: string[] = [];
  const call = async (name: string, args: { readonly destroy?: readonly string[] }) => {
    if (name === "FileUpload/set") {
      destroyed.push(...(args.destroy ?? []));
      return {};
    }
    if (name !== "FileUpload/get") return client.call(name as never, args as never);
    const film = { name: "film", size: 1000, partSize: 300, parts: { 0: "b0", 2: "b2" } };
    const now = Date.now() + FILE_UPLOAD_KEPT;
    return {
      list: [
        { ...film, id: "u1", blobId: null, expires: new Date(now - 120_000).toISOString() },
        { ...film, id: "u2", blobId: null, expires: new Date(now).toISOString() },
        { ...film, id: "u3", blobId: "b3", expires: new Date(now - 120_000).toISOString() },
      ],
    };
  };
  return { ...rest, client: { ...client, call: call as DriveClient["call"] }, destroyed };
}

test("what was interrupted is listed once, and forgotten when it is given up", async () => {
  const { client, destroyed } = serverWithParts();
  const queue = createUploadQueue(client);
  await queue.findInterrupted("a1");
  await queue.findInterrupted("a1");
  expect(queue.list()).toMatchObject([
    { name: "film", size: 1000, sent: 600, state: "interrupted" },
  ]);
  queue.cancel(queue.list()[0]!.key);
  expect(queue.list()).toEqual([]);
  await expect.poll(() => destroyed).toEqual(["u1"]);
});

test("a paused upload waits until it is told to go on", async () => {
  const { client, names, open } = server();
  const queue = createUploadQueue(client);
  queue.add([file("a"), file("b")]);
  await expect.poll(() => open.length).toBe(2);
  const { key } = queue.list()[0]!;
  queue.pause(key);
  open[1]!.finish();
  await until(queue, (list) => list[1]!.state === "done");
  expect(queue.list()[0]!.state).toBe("paused");
  queue.retry(key);
  await expect.poll(() => open.length).toBe(3);
  open[2]!.finish();
  await until(queue, (list) => list[0]!.state === "done");
  expect(names).toEqual(["b", "a"]);
});
