export { LOAD_ERROR_EXPLANATIONS } from "./explanations.ts";
export { LOAD_ERROR_SENTENCES } from "./sentences.ts";
