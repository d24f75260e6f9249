/** An invalid or unsupported script, or a failed run. */
export class SieveError extends Error {
  override readonly name = "SieveError";
  /** The first line is 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}
