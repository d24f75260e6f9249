import type { Config } from "../../platform/config/index.ts";
import { whoOwns } from "../../platform/postgres/index.ts";
import type { Suite } from "../../wiring/suite.ts";

/** What a check found: all is well, worth a word, or broken; and what to do about it. */
export interface Finding {
  readonly state: "ok" | "warn" | "fail";
  /** One sentence, without its full stop. */
  readonly what: string;
  readonly advice?: string;
}

/** What is looked at. */
export interface Patient {
  readonly config: Config;
  /** @throws when the store cannot be opened. */
  readonly open: () => Promise<Suite>;
  /** The process that serves the data folder; null when none does or, with a database elsewhere, when none is known. */
  readonly server: number | null;
}

/** One thing to look at, which may have several findings. It may throw; that is a finding, too. */
export interface Check {
  /** Stands in the JSON. */
  readonly name: string;
  readonly look: (patient: Patient) => Promise<readonly Finding[]>;
}

export const ok = (what: string): Finding => ({ state: "ok", what });
export const warn = (what: string, advice: string): Finding => ({ state: "warn", what, advice });
export const fail = (what: string, advice: string): Finding => ({ state: "fail", what, advice });

export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

/** Whose the data folder is now; its socket may be closed to whoever asks. */
export async function serverOf({ data }: Config): Promise<number | null> {
  const owner = await whoOwns(data).catch(() => null);
  return owner === process.pid ? null : owner;
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** 1.2 GB. */
export function octets(count: number): string {
  let unit = 0;
  let left = count;
  for (; left >= 1000 && unit < UNITS.length - 1; unit += 1) left /= 1000;
  return `${unit === 0 ? left : left.toFixed(1)} ${UNITS[unit]}`;
}

/** 3 days, 2 hours or 5 minutes. */
export function duration(milliseconds: number): string {
  for (const [unit, length] of Object.entries({ days: 86_400_000, hours: 3_600_000 }))
    if (milliseconds >= 2 * length) return `${Math.floor(milliseconds / length)} ${unit}`;
  return `${Math.max(0, Math.round(milliseconds / 60_000))} minutes`;
}
