import { availableParallelism, totalmem } from "node:os";
import { table } from "../bench/figures.ts";

/** One thing that has to hold. */
interface Check {
  readonly name: string;
  /** Null when it could not be looked at here. */
  readonly ok: boolean | null;
  readonly detail: string;
}

/** What a part of the soak has found. */
export interface Findings {
  readonly title: string;
  /** Something has to hold, and does when nothing speaks against it. */
  check(name: string, faults: readonly string[] | boolean): void;
  /** It could not be looked at here, which is not the same as passing. */
  skip(name: string, why: string): void;
  figure(name: string, value: string | number): void;
  readonly checks: readonly Check[];
  readonly figures: readonly (readonly [string, string])[];
}

/** Faults that are listed one by one; there may be thousands of the same. */
const SHOWN = 5;

export function createFindings(title: string): Findings {
  const checks: Check[] = [];
  const figures: [string, string][] = [];
  const note = (check: Check): void => {
    checks.push(check);
    console.log(`  ${sign(check)} ${check.name}${check.detail && `: ${check.detail}`}`);
  };
  return {
    title,
    checks,
    figures,
    check(name, faults) {
      const shown = typeof faults === "boolean" ? [] : faults.slice(0, SHOWN);
      const count = typeof faults === "boolean" ? 0 : faults.length;
      const more = count > SHOWN ? ` … (${count} in all)` : "";
      note({
        name,
        ok: typeof faults === "boolean" ? faults : count === 0,
        detail: shown.join("; ") + more,
      });
    },
    skip: (name, why) => note({ name, ok: null, detail: why }),
    figure(name, value) {
      figures.push([name, String(value)]);
      console.log(`  ${name}: ${value}`);
    },
  };
}

const sign = ({ ok }: Check): string => (ok === null ? "–" : ok ? "✓" : "✗");

/** Processors, memory and Node: what figures depend on. */
export function machine(): string {
  const [major] = process.versions.node.split(".");
  return `${availableParallelism()} cores, ${Math.ceil(totalmem() / 2 ** 30)} GiB, Node ${major}`;
}

/** All parts as Markdown. */
export function asMarkdown(parts: readonly Findings[]): string {
  return parts
    .flatMap(({ title, figures, checks }) => [
      `## ${title}`,
      "",
      table(["figure", "value"], figures),
      "",
      ...checks.map(
        (check) => `- ${sign(check)} ${check.name}${check.detail && `: ${check.detail}`}`,
      ),
      "",
    ])
    .join("\n");
}

/** The last line. */
export function summary(parts: readonly Findings[]): string {
  const all = parts.flatMap(({ checks }) => checks);
  const count = (ok: boolean | null): number => all.filter((check) => check.ok === ok).length;
  const skipped = count(null);
  return `${count(true)} passed, ${count(false)} failed${skipped > 0 ? ` (${skipped} could not be tested here)` : ""}`;
}
