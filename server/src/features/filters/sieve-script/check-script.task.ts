import { compileScript, redirectsOf, SieveError } from "@atrium/formats/sieve";

/** What is known of a script without a message. */
export type CheckedScript =
  | { readonly text: string; readonly redirects: readonly string[] }
  | { readonly fault: string };

/** Checks a script, in a thread of its own. */
export function run({ bytes }: { readonly bytes: Uint8Array }): CheckedScript {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { fault: "This is not UTF-8" };
  }
  // PostgreSQL has no text with NUL.
  if (text.includes("\0")) return { fault: "A script has no NUL" };
  try {
    return { text, redirects: redirectsOf(compileScript(text)) };
  } catch (error) {
    if (!(error instanceof SieveError)) throw error;
    return { fault: `Line ${error.line}: ${error.message}` };
  }
}
