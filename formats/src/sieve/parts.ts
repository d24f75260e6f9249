import type { ParsedPart } from "../mime/index.ts";
import type { Budget } from "./budget.ts";
import {
  childrenOf,
  fieldsOf,
  hasBody,
  isText,
  partContent,
  partText,
  rawBody,
  type Field,
  type Part,
} from "./message.ts";

/** The cost of visiting a part, in characters. */
const PART = 100;

/** Parses and decodes each part of a message at most once in a run. */
export class Parts {
  readonly #budget: Budget;
  readonly #fields = new Map<ParsedPart, readonly Field[]>();
  readonly #children = new Map<ParsedPart, readonly Part[]>();
  readonly #below = new Map<ParsedPart, readonly Part[]>();
  readonly #texts = new Map<ParsedPart, string>();
  readonly #contents = new Map<ParsedPart, readonly string[]>();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  fields(part: Part): readonly Field[] {
    return this.#once(this.#fields, part, () => {
      const fields = fieldsOf(part);
      this.#budget.spend(fields.reduce((sum, { raw }) => sum + raw.length, PART));
      return fields;
    });
  }

  /** The descendants of a part, depth first, including those of attached messages. */
  below(part: Part): readonly Part[] {
    return this.#once(this.#below, part, () => {
      const below: Part[] = [];
      this.#collect(part, below);
      return below;
    });
  }

  /** A part and its descendants. */
  all(part: Part): readonly Part[] {
    return [part, ...this.below(part)];
  }

  text(part: Part): string {
    return this.#once(this.#texts, part, () => {
      const text = partText(part);
      this.#budget.spend(text.length + PART);
      return text;
    });
  }

  /** RFC 5173 §5.3. */
  bodyTexts(root: Part): readonly string[] {
    const parts = this.all(root).filter(({ part }) => isText(part));
    return hasBody(root) ? parts.map((part) => this.text(part)) : [];
  }

  /** RFC 5173 §5.2. @param types such as `text` or `text/plain`; an empty string means all */
  bodyContents(root: Part, types: readonly string[]): readonly string[] {
    const wanted = types.map((type) => type.toLowerCase());
    const isWanted = ({ part: { type } }: Part): boolean =>
      wanted.some((one) => one === "" || one === type || type.startsWith(`${one}/`));
    if (!hasBody(root)) return [];
    return this.all(root)
      .filter(isWanted)
      .flatMap((part) =>
        this.#once(this.#contents, part, () => {
          const contents = partContent(part);
          this.#budget.spend(contents.reduce((sum, { length }) => sum + length, PART));
          return contents;
        }),
      );
  }

  /** RFC 5173 §5.1. */
  rawBodies(root: Part): readonly string[] {
    if (!hasBody(root)) return [];
    const body = rawBody(root);
    this.#budget.spend(body.length + PART);
    return [body];
  }

  #collect(part: Part, below: Part[]): void {
    const children = this.#once(this.#children, part, () => childrenOf(part));
    this.#budget.spend(PART * (children.length + 1));
    for (const child of children) {
      below.push(child);
      this.#collect(child, below);
    }
  }

  #once<Result>(known: Map<ParsedPart, Result>, { part }: Part, make: () => Result): Result {
    const before = known.get(part);
    if (before !== undefined) return before;
    const made = make();
    known.set(part, made);
    return made;
  }
}
