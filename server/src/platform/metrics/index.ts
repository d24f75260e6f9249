import cluster from "node:cluster";
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from "prom-client";
import type { Log } from "../log/index.ts";

/** Values of labels by their names. Each must be one of few, or every value becomes a line of its own for ever. */
export type Labels = Readonly<Record<string, string>>;

/** A figure that is looked up when it is asked for. */
export type Reading = readonly [labels: Labels, value: number];

/** What the process counts, in the text format of Prometheus. */
export interface Metrics {
  /** A number that only grows; the answer adds one. */
  counter(name: string, help: string, labels: readonly string[]): (labels: Labels) => void;
  /** A distribution of durations; the answer takes seconds. */
  durations(
    name: string,
    help: string,
    labels: readonly string[],
  ): (labels: Labels, seconds: number) => void;
  /**
   * A number that goes up and down. What fails is left out and logged: one broken figure hides no other.
   * @param aggregator what several processes have of it together: its sum where each counts its own
   */
  gauge(
    name: string,
    help: string,
    labels: readonly string[],
    read: () => Promise<readonly Reading[]> | readonly Reading[],
    aggregator?: "sum" | "max",
  ): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** Upper bounds of the buckets of durations, in seconds: from a cached answer to a long upload. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** From then on this process reports its metrics to the one above. */
function answerProcessAbove(): unknown {
  return new AggregatorRegistry();
}

/** In the process above several: what they count together. */
export function metricsOfProcesses(): Pick<Metrics, "text" | "contentType"> {
  const all = new AggregatorRegistry();
  return { text: () => all.clusterMetrics(), contentType: all.contentType };
}

export function createMetrics(log: Log): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Processor time, memory, garbage collection, open files, lag of the event loop.
  collectDefaultMetrics({ register: registry });
  if (cluster.isWorker) {
    AggregatorRegistry.setRegistries([registry]);
    answerProcessAbove();
  }
  return {
    counter(name, help, labelNames) {
      const counter = new Counter({ name, help, labelNames: [...labelNames], registers });
      return (labels) => counter.inc({ ...labels });
    },
    durations(name, help, labelNames) {
      const histogram = new Histogram({
        name,
        help,
        labelNames: [...labelNames],
        buckets: BUCKETS,
        registers,
      });
      return (labels, seconds) => histogram.observe({ ...labels }, seconds);
    },
    gauge(name, help, labelNames, read, aggregator = "max") {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers,
        aggregator,
        async collect() {
          gauge.reset();
          try {
            for (const [labels, value] of await read()) gauge.set({ ...labels }, value);
          } catch (err) {
            log.warn({ err, name }, "could not read a metric");
          }
        },
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
