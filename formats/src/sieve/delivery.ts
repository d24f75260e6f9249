import { parseAddresses } from "../mime/index.ts";
import { SieveError } from "./errors.ts";
import { MAX_FILED, MAX_REDIRECTS } from "./limits.ts";
import type { Filed, HeaderEdits, Outcome, Redirect, Vacation } from "./outcome.ts";

/** The address in a text, without its display name; `undefined` unless there is exactly one. */
export function singleAddress(text: string): string | undefined {
  const [address, ...others] = parseAddresses(text);
  const isOne =
    others.length === 0 && address && /^[^\s@]{1,250}@[^\s@]{1,250}$/.test(address.email);
  return isOne ? address.email : undefined;
}

/** Collects the actions of a run. */
export class Delivery {
  readonly #filed = new Map<string, Filed>();
  readonly #redirects = new Map<string, Redirect>();
  #reject: Outcome["reject"] = null;
  #vacation: Vacation | null = null;

  /** Each mailbox once; the last command for it wins (RFC 5228 §2.10.3, RFC 5232 §2). */
  file(filed: Filed, line: number): void {
    if (this.#reject) throw new SieveError(line, "A rejected message cannot be filed");
    const key = JSON.stringify(filed.mailbox);
    if (!this.#filed.has(key) && this.#filed.size >= MAX_FILED)
      throw new SieveError(line, `A message is filed into more than ${MAX_FILED} mailboxes`);
    this.#filed.set(key, filed);
  }

  /** Each address once; only domains ignore case. */
  redirect(text: string, edits: HeaderEdits | null, line: number): void {
    if (this.#reject) throw new SieveError(line, "A rejected message cannot be redirected");
    const address = singleAddress(text);
    if (address === undefined)
      throw new SieveError(line, `“${text.slice(0, 100)}” is not an email address`);
    const at = address.lastIndexOf("@");
    const key = address.slice(0, at) + address.slice(at).toLowerCase();
    if (!this.#redirects.has(key) && this.#redirects.size >= MAX_REDIRECTS)
      throw new SieveError(line, `A message is redirected to more than ${MAX_REDIRECTS} addresses`);
    this.#redirects.set(key, { address, edits });
  }

  /** Excludes all other actions (RFC 5429 §2.4). */
  reject(reason: string, isRefused: boolean, line: number): void {
    if (this.#reject) throw new SieveError(line, "A message is rejected twice");
    if (this.#vacation || this.#filed.size + this.#redirects.size > 0)
      throw new SieveError(
        line,
        "A message that is filed, redirected or answered cannot be rejected",
      );
    this.#reject = { reason, isRefused };
  }

  /** At most once (RFC 5230 §4.7). */
  answer(vacation: Vacation, line: number): void {
    if (this.#vacation) throw new SieveError(line, "“vacation” can be used only once");
    if (this.#reject) throw new SieveError(line, "A rejected message cannot be answered");
    this.#vacation = vacation;
  }

  decided(): Pick<Outcome, "filed" | "redirects" | "reject" | "vacation"> {
    return {
      filed: [...this.#filed.values()],
      redirects: [...this.#redirects.values()],
      reject: this.#reject,
      vacation: this.#vacation,
    };
  }
}
