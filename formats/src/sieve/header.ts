import type { ParsedHeader } from "../mime/index.ts";
import { SieveError } from "./errors.ts";
import { MAX_EDITS, MAX_VARIABLE } from "./limits.ts";
import type { Field } from "./message.ts";
import type { AddedField, HeaderEdits } from "./outcome.ts";

/** Whether this is a valid field name (RFC 5322 §2.2). */
export const isFieldName = (name: string): boolean => /^[!-9;-~]{1,200}$/.test(name);

/** Fields that cannot be deleted. RFC 5293 §6 demands the first two; the others are evidence of where a message came from. */
const KEPT_FIELDS: ReadonlySet<string> = new Set([
  "received",
  "auto-submitted",
  "return-path",
  "authentication-results",
]);

/** The message header including edits so far (RFC 5293). */
export class Header {
  readonly #original: readonly ParsedHeader[];
  #fields: readonly Field[];
  #changes = 0;
  #edits: HeaderEdits | null = null;

  constructor(fields: readonly Field[]) {
    this.#original = fields.flatMap(({ source }) => source ?? []);
    this.#fields = fields;
  }

  get fields(): readonly Field[] {
    return this.#fields;
  }

  /** The edits so far, the same object until the next one; `null` if there are none. */
  edits(): HeaderEdits | null {
    if (this.#changes > 0) this.#edits ??= this.#sum();
    return this.#edits;
  }

  /** @throws SieveError */
  add(name: string, value: string, isLast: boolean, line: number): void {
    if (!isFieldName(name))
      throw new SieveError(line, `“${name.slice(0, 100)}” is not a valid header field name`);
    this.#count(line);
    const raw = value
      .replace(/\p{Cc}+/gu, " ")
      .trim()
      .slice(0, MAX_VARIABLE)
      .toWellFormed();
    const field: Field = { name: name.toLowerCase(), raw, written: name };
    this.#fields = isLast ? [...this.#fields, field] : [field, ...this.#fields];
  }

  /** @throws SieveError */
  remove(
    name: string,
    fits: (field: Field, index: number, count: number) => boolean,
    line: number,
  ): void {
    const wanted = name.toLowerCase();
    if (KEPT_FIELDS.has(wanted)) return;
    const named = this.#fields.filter((field) => field.name === wanted);
    const gone = new Set(named.filter((field, index) => fits(field, index, named.length)));
    if (gone.size === 0) return;
    this.#count(line);
    this.#fields = this.#fields.filter((field) => !gone.has(field));
  }

  #count(line: number): void {
    this.#changes += 1;
    this.#edits = null;
    if (this.#changes > MAX_EDITS)
      throw new SieveError(line, `The header is changed more than ${MAX_EDITS} times`);
  }

  #sum(): HeaderEdits | null {
    const kept = new Set(this.#fields.map(({ source }) => source));
    const start = this.#fields.findIndex(({ source }) => source !== undefined);
    const middle = start === -1 ? this.#fields.length : start;
    const removed = this.#original.filter((field) => !kept.has(field));
    const [first, last] = [added(this.#fields.slice(0, middle)), added(this.#fields.slice(middle))];
    return removed.length + first.length + last.length === 0 ? null : { removed, first, last };
  }
}

function added(fields: readonly Field[]): AddedField[] {
  return fields.flatMap(({ name, written, raw, source }) =>
    source ? [] : { name: written ?? name, value: raw },
  );
}
