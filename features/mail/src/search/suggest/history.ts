import { OWN } from "@atrium/jmap/persistence-mark";
import { keepsRecords } from "@atrium/state";

const KEY = `${OWN}searches`;
const MOST = 20;

/** What was searched for on this device, the latest first. */
export function pastSearches(): readonly string[] {
  try {
    return read(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

/** Notes a finished search: by Enter, or by opening a result. Not where nothing is kept on the device. */
export function noteSearch(text: string): void {
  if (text.trim() !== "" && keepsRecords()) store(withSearch(pastSearches(), text));
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // What cannot be stored cannot have been kept.
  }
}

/** One search more; one that is known moves to the front. */
export function withSearch(past: readonly string[], text: string): readonly string[] {
  const wanted = text.trim();
  return [wanted, ...past.filter((one) => one !== wanted)].slice(0, MOST);
}

/** Reads stored text, keeping what is understood. */
export function read(text: string | null): readonly string[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(found)) return [];
    return found
      .filter((one): one is string => typeof one === "string" && one.trim() !== "")
      .slice(0, MOST);
  } catch {
    return [];
  }
}

function store(past: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(past));
  } catch {
    // Storage may be full or forbidden; searching goes on without a memory.
  }
}
