import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";

export type Log = Logger;

/** Keys whose values never reach a log, at the top and one or two levels down. */
const SECRET = ["password", "secret", "token", "cookie", "authorization", "set-cookie"];
const redacted = SECRET.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]);

/** JSON lines, one event each; `level` is one of pino's names or "silent". */
export function createLog(options: { level?: string; destination?: DestinationStream } = {}): Log {
  return pino(
    {
      level: options.level ?? "info",
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redacted, censor: "[redacted]" },
    },
    options.destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

/** A log that writes nothing. */
export const silentLog: Log = pino({ level: "silent" });
