export { operationsCapabilities, operationsTypes } from "./operations.ts";
export { createRecorder, type Recorder } from "./recorder.ts";
export { operationsJobs } from "./jobs.ts";
export { operationsMetrics } from "./metrics.ts";
export { createObservers, type Observers } from "./observers.ts";
