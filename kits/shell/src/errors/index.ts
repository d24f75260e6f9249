export { describeLoadError, LoadError } from "./describe.ts";
export type { LoadFailure } from "./describe.ts";
export { LOAD_ERROR_EXPLANATIONS, LOAD_ERROR_SENTENCES } from "./catalogue.ts";
export type { LoadErrorExplanation } from "./catalogue.ts";
