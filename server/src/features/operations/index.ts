export { operationsCapabilities, operationsTypes } from "./operations.ts";
export { createRecorder, type Recorder } from "./recorder.ts";
export { sampleLevels, trimOperations } from "./sample.ts";
export { readStored } from "./stored.store.ts";
