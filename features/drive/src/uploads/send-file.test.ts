import { createHash } from "node:crypto";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { DriveClient } from "../client.ts";
import { forgetParts, interruptedIn, sendFile, type Sending } from "./send-file.ts";

const PART = 4;
const DAY = 86_400_000;

interface Kept {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly partSize: number;
  readonly expires: string;
  parts: Record<string, string>;
  blobId: string | null;
}

/** What is asked for here, by whatever method. */
interface Args {
  readonly ids: readonly string[];
  readonly blobIds: readonly string[];
  readonly create: {
    readonly new: { readonly name: string; readonly size: number };
    readonly task: { readonly arguments: { readonly fileUploadId: string } };
  };
  readonly update: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly destroy: readonly string[];
}

/** A server in memory that takes four octets at once, with two accounts; the other one is open in part. */
function server() {
  const blobs = new Map<string, Buffer>();
  const uploads = new Map<string, Kept>();
  /** What is done at each request instead, in its turn. */
  const faults: (Error | undefined)[] = [];
  let sent = 0;
  let lastId = 0;
  const put = (bytes: Buffer): string => {
    const id = `b${createHash("sha256").update(bytes).digest("hex")}`;
    blobs.set(id, bytes);
    return id;
  };
  const fault = (): void => {
    const error = faults.shift();
    if (error !== undefined) throw error;
  };
  const answers: Record<string, (args: Args) => unknown> = {
    "FileUpload/get": ({ ids }: { readonly ids: readonly string[] | null }) => ({
      list: [...uploads.values()].filter(({ id }) => ids?.includes(id) ?? true),
    }),
    "FileUpload/set": ({ create, update, destroy }) => {
      for (const id of destroy ?? []) uploads.delete(id);
      for (const [id, patch] of Object.entries(update ?? {})) {
        const upload = uploads.get(id);
        if (upload === undefined) return { notUpdated: { [id]: { type: "notFound" } } };
        for (const [path, blobId] of Object.entries(patch))
          upload.parts = { ...upload.parts, [path.replace("parts/", "")]: blobId };
      }
      if (create === undefined) return {};
      lastId += 1;
      const id = `u${lastId}`;
      const expires = new Date(Date.now() + 7 * DAY).toISOString();
      const kept = { ...create.new, id, partSize: PART, expires, parts: {}, blobId: null };
      uploads.set(id, kept);
      return { created: { new: { id, partSize: PART, expires, blobId: null } } };
    },
    "Blob/get": ({ ids }) => ({
      list: ids.map((id) => ({
        id,
        "digest:sha-256": createHash("sha256").update(blobs.get(id)!).digest("base64"),
      })),
    }),
    "Blob/copy": ({ blobIds }) => ({ copied: { [blobIds[0]!]: `copy of ${blobIds[0]}` } }),
    "BackgroundTask/set": ({ create }) => {
      const upload = uploads.get(create.task.arguments.fileUploadId)!;
      const parts = Object.entries(upload.parts).sort(([a], [b]) => Number(a) - Number(b));
      upload.blobId = put(Buffer.concat(parts.map(([, id]) => blobs.get(id)!)));
      return { created: { task: { id: "k1" } } };
    },
    "BackgroundTask/get": () => ({ list: [{ id: "k1", state: "done" }] }),
  };
  const whole = { [CAPABILITY.fileNode]: {}, [CAPABILITY.drive]: {} };
  const client = {
    session: async () => ({
      capabilities: { [CAPABILITY.core]: { maxSizeUpload: PART } },
      primaryAccounts: { [CAPABILITY.fileNode]: "mine" },
      accounts: {
        mine: { accountCapabilities: whole },
        theirs: { accountCapabilities: { [CAPABILITY.fileNode]: {} } },
      },
    }),
    async call(name: string, args: object) {
      fault();
      return answers[name]!(args as Args);
    },
    async upload(_account: string, body: Blob) {
      fault();
      sent += body.size;
      return { blobId: put(Buffer.from(await body.arrayBuffer())), size: body.size, type: "" };
    },
  } as unknown as DriveClient;
  return { client, blobs, uploads, faults, octetsSent: () => sent };
}

// Node has no window whose network may come back.
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("removeEventListener", () => undefined);
afterAll(() => void vi.unstubAllGlobals());

const unreachable = (): Error => Object.assign(new Error("no answer"), { name: "Unreachable" });

function sendingOf(text: string, accountId = "mine"): Sending {
  return { file: new File([text], "film.mkv"), accountId, name: "film.mkv" };
}

function options() {
  const abort = new AbortController();
  const given = {
    abort,
    signal: abort.signal,
    progress: [] as number[],
    stalled: [] as boolean[],
    begun: [] as number[],
    onProgress: (sent: number) => void given.progress.push(sent),
    onStalled: (isStalled: boolean) => void given.stalled.push(isStalled),
    onBegun: (_id: string, sent: number) => void given.begun.push(sent),
    isTaken: () => false,
  };
  return given;
}

test("a large file arrives in parts, and is the same", async () => {
  const { client, blobs, uploads, octetsSent } = server();
  const sending = sendingOf("the whole film");
  const given = options();
  await sendFile(client, sending, given);
  expect(blobs.get(sending.blobId!)!.toString()).toBe("the whole film");
  expect(given.progress.at(-1)).toBe(14);
  expect(octetsSent()).toBe(14);
  await forgetParts(client, sending);
  expect(uploads.size).toBe(0);
  // All is there: nothing is sent once more.
  await sendFile(client, sending, given);
  expect(octetsSent()).toBe(14);
});

test("a small one goes as it is", async () => {
  const { client, uploads } = server();
  const sending = sendingOf("film");
  const given = options();
  await sendFile(client, sending, given);
  expect(sending).toMatchObject({ blobId: expect.stringMatching(/^b/) });
  expect([uploads.size, given.begun]).toEqual([0, []]);
});

test("without the server it waits, and goes on with the part that it was at", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  onTestFinished(() => void vi.useRealTimers());
  const { client, blobs, faults, octetsSent } = server();
  // Begin, get; the first part; then none for a while.
  faults.push(undefined, undefined, undefined, undefined, unreachable(), unreachable());
  const sending = sendingOf("the whole film");
  const given = options();
  await sendFile(client, sending, given);
  expect(blobs.get(sending.blobId!)!.toString()).toBe("the whole film");
  expect(given.stalled).toEqual([true, true, false]);
  expect(octetsSent()).toBe(14);
});

test("what was paused goes on where it was, in another window too", async () => {
  const { client, blobs, octetsSent } = server();
  const given = options();
  const first = sendingOf("the whole film");
  const paused = sendFile(client, first, {
    ...given,
    onProgress: (sent) => sent >= 8 && given.abort.abort(new Error("paused")),
  });
  await expect(paused).rejects.toThrow();
  expect(octetsSent()).toBe(8);
  // The window has gone with what it knew.
  const second = sendingOf("the whole film");
  const later = options();
  await sendFile(client, second, later);
  expect(later.begun).toEqual([8]);
  expect(octetsSent()).toBe(14);
  expect(blobs.get(second.blobId!)!.toString()).toBe("the whole film");
});

test("another file of this name and size is not mixed with it", async () => {
  const { client, blobs, uploads } = server();
  const given = options();
  const paused = sendFile(client, sendingOf("the whole film"), {
    ...given,
    onProgress: (sent) => sent >= 8 && given.abort.abort(new Error("paused")),
  });
  await expect(paused).rejects.toThrow();
  const other = sendingOf("the whose film");
  await sendFile(client, other, options());
  expect(blobs.get(other.blobId!)!.toString()).toBe("the whose film");
  expect(uploads.size).toBe(2);
  vi.useFakeTimers({ now: Date.now() + 61_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await interruptedIn(client, "mine")).toEqual([
    { uploadId: "u1", name: "film.mkv", size: 14, sent: 8 },
  ]);
});

test("into what others share it goes by one's own account", async () => {
  const { client, uploads } = server();
  const sending = sendingOf("the whole film", "theirs");
  await sendFile(client, sending, options());
  expect(sending.blobId).toMatch(/^copy of b/);
  expect(sending.partsIn).toBe("mine");
  await forgetParts(client, sending);
  expect(uploads.size).toBe(0);
});

test("a refusal says why, and is not tried again", async () => {
  const { client, uploads } = server();
  const given = options();
  const refused = sendFile(client, sendingOf("the whole film"), {
    ...given,
    onBegun: () => uploads.clear(),
  });
  await expect(refused).rejects.toMatchObject({ type: "notFound" });
  expect(given.stalled).toEqual([]);
});
