import type { Labels, Metrics } from "../../platform/metrics/index.ts";
import type { Recorder } from "./recorder.ts";

/** What the parts of the server report of their work. */
export interface Observers {
  /** One request over HTTP, answered. */
  readonly request: (labels: Labels, seconds: number) => void;
  /** One method call of a JMAP request. */
  readonly method: (labels: Labels, seconds: number) => void;
  /** One message that another server or a mail program brought, taken or refused. */
  readonly message: (labels: Labels & { readonly door: MailProtocol }, seconds: number) => void;
  /** A sender, recipient or message that was turned away, by the code and words of the reply. */
  readonly refusal: (door: MailProtocol, code: number, text: string) => void;
  /** What a scanner said of a message, or that it said nothing. */
  readonly scan: (scanner: "rspamd" | "clamd", outcome: string, seconds: number) => void;
  /** What became of one recipient of a message that leaves, this time. */
  readonly delivery: (outcome: DeliveryOutcome) => void;
}

type MailProtocol = "smtp" | "submission";

interface DeliveryOutcome {
  readonly kind: "delivered" | "relayed" | "retry" | "failed";
  readonly reply: string;
}

/** What the history calls the outcomes of deliveries. */
const FIGURES = {
  delivered: "delivered",
  relayed: "sent",
  retry: "deferred",
  failed: "bounced",
} as const satisfies Record<DeliveryOutcome["kind"], string>;

/** Counts the work for Prometheus, and in the history that administrators look at. */
export function createObservers(
  metrics: Metrics,
  recorder: Pick<Recorder, "count" | "fault">,
): Observers {
  const counted = countersOf(metrics);
  return {
    request(labels, seconds) {
      counted.request(labels, seconds);
      const { route = "", method = "", status = "" } = labels;
      if (Number(status) >= 500) recorder.fault("http", status, `${method} ${route}`);
    },
    method(labels, seconds) {
      counted.method(labels, seconds);
      const { method = "", outcome = "" } = labels;
      if (outcome === "serverFail") recorder.fault("jmap", outcome, method);
    },
    message(labels, seconds) {
      counted.message(labels, seconds);
      if (labels.door === "smtp" && labels["outcome"] === "accepted") recorder.count("received");
    },
    refusal(door, code, text) {
      counted.refusal({ door, code: String(code) });
      if (door === "smtp") recorder.count("refused");
      recorder.fault(door, ...codeAndWords(`${code} ${text}`));
    },
    scan(scanner, outcome, seconds) {
      counted.scan({ scanner, outcome }, seconds);
    },
    delivery({ kind, reply }) {
      counted.delivery({ outcome: kind });
      recorder.count(FIGURES[kind]);
      if (kind === "retry" || kind === "failed") recorder.fault("delivery", ...codeAndWords(reply));
    },
  };
}

/** A reply in two: its code, with the enhanced one of RFC 3463 where it has one, and what it says. */
function codeAndWords(reply: string): [code: string, words: string] {
  const code = /^[2-5]\d\d(?:[ -][245]\.\d{1,2}\.\d{1,2}(?!\d))?/.exec(reply)?.[0] ?? "";
  return [code.replace("-", " "), reply.slice(code.length).trim()];
}

function countersOf(metrics: Metrics) {
  return {
    request: metrics.durations("atrium_http_request_seconds", "Requests over HTTP.", [
      "route",
      "method",
      "status",
    ]),
    method: metrics.durations("atrium_jmap_method_seconds", "Method calls of JMAP.", [
      "method",
      "outcome",
    ]),
    message: metrics.durations("atrium_smtp_message_seconds", "Messages over SMTP.", [
      "door",
      "outcome",
    ]),
    refusal: metrics.counter(
      "atrium_smtp_refusals_total",
      "Refused senders, recipients and messages, by reply code.",
      ["door", "code"],
    ),
    scan: metrics.durations("atrium_scan_seconds", "Scans of messages for junk and viruses.", [
      "scanner",
      "outcome",
    ]),
    delivery: metrics.counter(
      "atrium_deliveries_total",
      "Delivery attempts, one for each recipient.",
      ["outcome"],
    ),
  };
}
