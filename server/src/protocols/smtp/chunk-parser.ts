// oxlint-disable no-underscore-dangle -- smtp-server names its hooks so
import { SMTPStream } from "smtp-server/lib/smtp-stream.js";

/** What takes the bytes of a chunk, and goes on when they have all come. */
interface Chunk {
  left: number;
  readonly take: (bytes: Buffer) => Promise<void>;
  readonly finish: () => Promise<void>;
}

/** smtp-server's reader of commands and of DATA, which can also skip so many bytes that are neither. */
export class ChunkParser extends SMTPStream {
  #chunk: Chunk | null = null;

  /** The next `size` bytes, of which there is one at least, go to `take`; commands go on after `finish`. */
  takeChunk(
    size: number,
    take: (bytes: Buffer) => Promise<void>,
    finish: () => Promise<void>,
  ): void {
    this.#chunk = { left: size, take, finish };
    this._dataMode = true;
  }

  override _feedDataStream(bytes: Buffer, done: (error?: Error | null) => void): void {
    if (this.#chunk === null) return super._feedDataStream(bytes, done);
    void this.#feed(this.#chunk, bytes, done);
  }

  async #feed(chunk: Chunk, bytes: Buffer, done: (error?: Error | null) => void): Promise<void> {
    const part = bytes.subarray(0, chunk.left);
    chunk.left -= part.length;
    await chunk.take(part);
    if (chunk.left > 0) return done();
    this.#chunk = null;
    this._dataMode = false;
    await chunk.finish();
    this._write(bytes.subarray(part.length), "buffer", done);
  }
}
