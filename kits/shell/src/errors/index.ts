export { describeLoadError, LoadError } from "./describe.ts";
export type { LoadFailure } from "./describe.ts";
export { LOAD_ERROR_EXPLANATIONS } from "./explanations.ts";
export type { LoadErrorExplanation } from "./explanations.ts";
export { LOAD_ERROR_SENTENCES } from "./sentences.ts";
