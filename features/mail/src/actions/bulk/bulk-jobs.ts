import { useSyncExternalStore } from "react";

/** A long action of this window, for its card. */
export interface BulkJob {
  readonly id: number;
  /** What is being done, in words: `Moving to Archive`. */
  readonly title: string;
  readonly state: "collecting" | "running" | "done" | "cancelled" | "stopped";
  /** Messages; 0 while they are collected. */
  readonly total: number;
  readonly past: number;
  readonly failed: number;
  /** Of `performance.now()`, when the first batch left, and what was past then. */
  readonly started: { readonly at: number; readonly past: number };
  readonly cancel: () => void;
  /** Goes on with what is left. */
  readonly resume: () => void;
  readonly undo: (() => void) | undefined;
}

let jobs: readonly BulkJob[] = [];
const listeners = new Set<() => void>();

export function useBulkJobs(): readonly BulkJob[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => jobs,
  );
}

/** Shows a job, or what became of it. */
export function showJob(job: BulkJob): void {
  const isKnown = jobs.some(({ id }) => id === job.id);
  replace(isKnown ? jobs.map((one) => (one.id === job.id ? job : one)) : [...jobs, job]);
}

export function dismissJob(id: number): void {
  replace(jobs.filter((job) => job.id !== id));
}

export function isUnderWay({ state }: BulkJob): boolean {
  return state === "collecting" || state === "running";
}

function replace(list: readonly BulkJob[]): void {
  const wasBusy = jobs.some(isUnderWay);
  jobs = list;
  const isBusy = jobs.some(isUnderWay);
  // Closing the window would leave the action half done: the browser asks.
  if (isBusy && !wasBusy) addEventListener("beforeunload", ask);
  else if (!isBusy && wasBusy) removeEventListener("beforeunload", ask);
  for (const listener of listeners) listener();
}

const ask = (event: Event): void => event.preventDefault();
