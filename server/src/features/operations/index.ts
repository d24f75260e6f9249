export { operationsCapabilities, operationsTypes } from "./operations.ts";
export { createRecorder, type Recorder } from "./recorder.ts";
export { operationsJobs } from "./jobs.ts";
export { readStored } from "./stored.store.ts";
