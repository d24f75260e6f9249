// oxlint-disable no-underscore-dangle -- smtp-server names its hooks so
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { ChunkParser } from "./chunk-parser.ts";
import { startChunked, type ChunkedMessage } from "./chunked-message.ts";

const ENHANCED = /^[245]\.\d{1,3}\.\d{1,3} /;

/**
 * smtp-server's connection with three additions: replies may bring their own enhanced code, a late PROXY ends it, and
 * messages may come in chunks (CHUNKING, RFC 3030).
 */
export class Connection extends SMTPConnection {
  #message: ChunkedMessage | null = null;
  /** Of the message that comes in chunks. */
  #octets = 0;

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    const own = typeof data === "string" && ENHANCED.test(data);
    // Nothing but the answer to EHLO has several lines.
    const lines = code === 250 && Array.isArray(data) ? [...data, "CHUNKING"] : data;
    super.send(code, lines, own ? false : context);
  }

  /** A proxy that announces its client after our greeting would make us mistake one for the other. */
  handler_PROXY(_command: Buffer, callback: () => void): void {
    this.send(421, "4.7.0 PROXY has to be the first thing said");
    callback();
  }

  /** Called by the constructor of smtp-server's connection, before anything of this one is there. */
  override _createParser(): ChunkParser {
    const parser = new ChunkParser({ maxCommandLength: this._server.options.maxCommandLength });
    parser.oncommand = (command, callback) => this._onCommand(command, callback);
    parser.on("error", (error: Error) => this.send(421, `Error: ${error.message}`));
    return parser;
  }

  handler_BDAT(command: Buffer, callback: () => void): void {
    const [, digits, last] = /^BDAT +(\d{1,15})( +LAST)? *$/i.exec(command.toString()) ?? [];
    const size = Number(digits);
    const most = 2 * (this._server.options.size || Infinity);
    const parser = this._parser;
    if (!(parser instanceof ChunkParser)) return callback();
    // What follows cannot be distinguished from commands, or is not worth reading away.
    if (digits === undefined) this.send(421, "4.5.2 BDAT without the size of its chunk");
    else if (this.#octets + size > most) this.send(421, "4.3.4 Message is far too large");
    else {
      this.#octets += size;
      const message = this.#begin();
      const finish = async (): Promise<void> => {
        await this.#finishChunk(message, size, last !== undefined);
        if (size === 0) callback();
      };
      if (size === 0) return void finish();
      const take = async (bytes: Buffer): Promise<void> => message?.write(bytes);
      parser.takeChunk(size, take, finish);
    }
    callback();
  }

  /** The message that a chunk belongs to; none when there is nobody to get it, but the chunk comes all the same. */
  #begin(): ChunkedMessage | null {
    if (this.session.envelope.rcptTo.length === 0) return null;
    this.#message ??= startChunked(
      (...args) => this._server.onData(...args),
      this.session,
      (reply) => {
        // It took too long: the client may be silent and wait for nothing.
        if (reply.responseCode === 421) this.send(421, reply.message);
      },
    );
    return this.#message;
  }

  async #finishChunk(message: ChunkedMessage | null, size: number, isLast: boolean): Promise<void> {
    // The client waits for us now, however long that takes.
    this._handlerPending = true;
    if (message === null) this.send(503, "5.5.1 Need RCPT first");
    else if (isLast) {
      const { code, text } = await message.end();
      this.#forget();
      this.send(code, text);
      this._transactionCounter += 1;
      this._unrecognizedCommands = 0;
      this._resetSession();
    } else if (message.refusal) this.send(message.refusal.responseCode, message.refusal.message);
    else this.send(250, `2.0.0 ${size} octets received`);
    this._handlerPending = false;
  }

  override handler_DATA(command: Buffer, callback: () => void): void {
    if (this.#inChunks(callback)) return;
    super.handler_DATA(command, callback);
  }

  override handler_RCPT(command: Buffer, callback: () => void): void {
    if (this.#inChunks(callback)) return;
    super.handler_RCPT(command, callback);
  }

  #inChunks(callback: () => void): boolean {
    if (this.#message === null) return false;
    this.send(503, "5.5.1 The message has begun with BDAT");
    callback();
    return true;
  }

  /** RSET, EHLO and the like give up a message whose last chunk has not come. */
  override _resetSession(): void {
    this.#message?.abort();
    this.#forget();
    super._resetSession();
  }

  override _onClose(): void {
    this.#message?.abort();
    super._onClose();
  }

  #forget(): void {
    this.#message = null;
    this.#octets = 0;
  }
}
