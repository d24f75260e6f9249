import type { Log } from "../../../platform/log/index.ts";
import { askClamd, type ClamdAddress } from "./clamd.ts";
import { askRspamd, type Scored } from "./rspamd.ts";
import type { Scanned } from "./scanned.ts";

/** Which scanners there are, and what is done without their answer. */
export interface ScannerSettings {
  readonly rspamd: string | null;
  readonly clamd: ClamdAddress | null;
  /** What becomes of mail for which clamd gives no answer. */
  readonly unscanned: "accept" | "defer";
}

/** What the scanners say of a message. */
export interface ScanResult {
  /** What clamd found; `null`: nothing, or it was not asked. */
  readonly threat: string | null;
  /** What rspamd says; `null`: it was not asked, or did not answer. */
  readonly scored: Scored | null;
  /** It has to come again, since clamd gave no answer. */
  readonly mustWait: boolean;
}

export interface Scanning {
  /** Never fails. */
  readonly result: Promise<ScanResult>;
  /** Ends it; resolves when nothing of the message is used any more. */
  readonly close: () => Promise<void>;
}

export interface Scanners {
  /** Begins to have a message looked at, while other things are done. */
  scan(mail: Scanned, which?: { readonly forVirusesAlone: boolean }): Scanning;
}

export type ScanOutcome = "clean" | "found" | "tooLarge" | "unanswered";

export interface ScannersOptions extends ScannerSettings {
  readonly log: Log;
  readonly observed?: (scanner: "rspamd" | "clamd", outcome: ScanOutcome, seconds: number) => void;
}

export function createScanners(options: ScannersOptions): Scanners {
  const { rspamd, clamd, unscanned, log, observed } = options;

  /** What a scanner says, or `null` when it does not; how that went is counted and logged. */
  async function ask<Verdict>(
    scanner: "rspamd" | "clamd",
    signal: AbortSignal,
    work: () => Promise<Verdict>,
    outcomeOf: (verdict: Verdict) => ScanOutcome,
  ): Promise<Verdict | null> {
    const began = performance.now();
    const seen = (outcome: ScanOutcome): void =>
      observed?.(scanner, outcome, (performance.now() - began) / 1000);
    try {
      const verdict = await work();
      seen(outcomeOf(verdict));
      return verdict;
    } catch (error) {
      if (signal.aborted) return null;
      seen("unanswered");
      log.warn({ scanner, err: error }, "a scanner gave no answer");
      return null;
    }
  }

  return {
    scan(mail, { forVirusesAlone } = { forVirusesAlone: false }) {
      const stop = new AbortController();
      const { signal } = stop;
      const looking = clamd
        ? ask(
            "clamd",
            signal,
            () => askClamd(clamd, mail.message, signal),
            ({ threat, isTooLarge }) =>
              threat !== null ? "found" : isTooLarge ? "tooLarge" : "clean",
          )
        : undefined;
      const scoring =
        rspamd !== null && !forVirusesAlone
          ? ask(
              "rspamd",
              signal,
              () => askRspamd(rspamd, mail, signal),
              ({ isJunk }) => (isJunk ? "found" : "clean"),
            )
          : undefined;
      const result = Promise.all([looking, scoring]).then(([virus, scored]) => ({
        threat: virus?.threat ?? null,
        scored: scored ?? null,
        mustWait: virus === null && unscanned === "defer",
      }));
      return {
        result,
        async close() {
          stop.abort();
          await result;
        },
      };
    },
  };
}
