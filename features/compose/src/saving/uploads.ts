import { CAPABILITY, type CoreCapability } from "@atrium/contract/types/wire";
import { NotSignedIn, type JmapClient } from "@atrium/jmap";
import { newKey, type Attachment, type Draft } from "../draft/draft.ts";

/** What an upload needs of the message that it is for. */
interface Owner {
  readonly draft: Draft;
  change(patch: Partial<Draft>): void;
}

export interface UploadState {
  /** Octets. */
  readonly sent: number;
  readonly hasFailed: boolean;
}

/** Files that were not taken because they are too large, and what is allowed, in octets. */
export interface TooLarge {
  readonly files: readonly File[];
  /** `each`: of one file; `all`: of all files of a message together. */
  readonly what: "each" | "all";
  readonly limit: number;
}

type Extensions = Readonly<Record<string, readonly string[]>> | undefined;

/** Octets that are left for the text of a message and its header. */
const TEXT = 500_000;

/** The files of a message on their way to the server. */
export class Uploads {
  readonly #client: JmapClient;
  readonly #owner: Owner;
  readonly #aborts = new Map<string, AbortController>();
  readonly #flights = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  #states: ReadonlyMap<string, UploadState> = new Map();
  /** The session ended under an upload: it goes on when a user has signed in. */
  #signedOut: NotSignedIn | undefined;

  constructor(client: JmapClient, owner: Owner) {
    this.#client = client;
    this.#owner = owner;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Of those that are under way or failed, by the attachment's key. */
  readonly states = (): ReadonlyMap<string, UploadState> => this.#states;

  /** Called with files that were not taken. */
  refused: ((refused: TooLarge) => void) | undefined;

  /** Adds files; with a `cid` the one picture that the text shows by it. False: not all are taken. */
  async add(files: readonly File[], cid: string | null = null): Promise<boolean> {
    const tooLarge = await this.#tooLarge(files);
    if (tooLarge) this.refused?.(tooLarge);
    const taken = tooLarge ? files.filter((file) => !tooLarge.files.includes(file)) : files;
    const added = taken.map((file): Attachment => ({
      key: newKey(),
      name: file.name || `image.${file.type.split("/")[1] ?? "bin"}`,
      type: file.type || "application/octet-stream",
      size: file.size,
      cid,
      file,
    }));
    this.#owner.change({ attachments: [...this.#owner.draft.attachments, ...added] });
    for (const one of added) this.#start(one);
    return tooLarge === undefined;
  }

  /** What the server would refuse anyway is not sent there first. */
  async #tooLarge(files: readonly File[]): Promise<TooLarge | undefined> {
    // Without the network the server says so later.
    const session = await this.#client.session().catch(() => undefined);
    const core = session?.capabilities[CAPABILITY.core] as CoreCapability | undefined;
    const can = session?.accounts[this.#owner.draft.accountId]?.accountCapabilities;
    const ofMail = can?.[CAPABILITY.mail]?.["maxSizeAttachmentsPerEmail"];
    const ofSending = (can?.[CAPABILITY.submission]?.["submissionExtensions"] as Extensions)?.[
      "SIZE"
    ];
    const all = Math.min(
      typeof ofMail === "number" ? ofMail : Infinity,
      // On the way files are written in base64, a line break after every 57 octets.
      ofSending?.[0] ? Math.floor((Number(ofSending[0]) * 57) / 78 - TEXT) : Infinity,
    );
    const each = Math.min(core?.maxSizeUpload ?? Infinity, all);
    const over = files.filter(({ size }) => size > each);
    if (over.length > 0) return { files: over, what: "each", limit: each };
    const sum = [...this.#owner.draft.attachments, ...files].reduce(
      (sum, { size }) => sum + size,
      0,
    );
    return sum > all ? { files, what: "all", limit: all } : undefined;
  }

  remove(key: string): void {
    this.#aborts.get(key)?.abort();
    this.#forget(key);
    const { attachments } = this.#owner.draft;
    this.#owner.change({ attachments: attachments.filter((one) => one.key !== key) });
  }

  retry(key: string): void {
    const found = this.#owner.draft.attachments.find((one) => one.key === key);
    if (found) this.#start(found);
  }

  /** Goes on with what the server does not have yet, after a crash or without the network. */
  resume(): void {
    for (const one of this.#owner.draft.attachments)
      if (one.blobId === undefined && one.file && !this.#flights.has(one.key)) this.#start(one);
  }

  /** Tries those again that broke off. */
  again(): void {
    for (const [key, { hasFailed }] of this.#states) if (hasFailed) this.retry(key);
  }

  abortAll(): void {
    for (const abort of this.#aborts.values()) abort.abort();
  }

  /** Resolves when everything is uploaded; rejects when something is not to be had, or nobody is signed in any more. */
  async finished(): Promise<void> {
    this.#signedOut = undefined;
    this.resume();
    await Promise.all(this.#flights.values());
    if (this.#owner.draft.attachments.some(({ blobId }) => blobId === undefined))
      throw this.#signedOut ?? new UploadFailed();
  }

  #start(attachment: Attachment): void {
    const { key, file } = attachment;
    if (!file) return;
    const abort = new AbortController();
    this.#aborts.set(key, abort);
    this.#setState(key, { sent: 0, hasFailed: false });
    const flight = this.#upload(key, file, abort.signal).finally(() => {
      this.#aborts.delete(key);
      this.#flights.delete(key);
    });
    this.#flights.set(key, flight);
  }

  async #upload(key: string, file: Blob, signal: AbortSignal): Promise<void> {
    try {
      const { blobId } = await this.#client.upload(this.#owner.draft.accountId, file, {
        signal,
        onProgress: (sent) => this.#setState(key, { sent, hasFailed: false }),
      });
      this.#forget(key);
      const { attachments } = this.#owner.draft;
      this.#owner.change({
        attachments: attachments.map((one) => {
          if (one.key !== key) return one;
          const { file: _file, ...rest } = one;
          return { ...rest, blobId };
        }),
      });
    } catch (error) {
      if (error instanceof NotSignedIn) this.#signedOut = error;
      if (!signal.aborted) this.#setState(key, { sent: 0, hasFailed: true });
    }
  }

  #setState(key: string, state: UploadState): void {
    this.#states = new Map(this.#states).set(key, state);
    for (const listener of this.#listeners) listener();
  }

  #forget(key: string): void {
    const states = new Map(this.#states);
    states.delete(key);
    this.#states = states;
    for (const listener of this.#listeners) listener();
  }
}

export class UploadFailed extends Error {
  override readonly name = "UploadFailed";
}
