export {
  collectWords,
  ofKind,
  PLACELESS,
  quoted,
  type SearchWords,
  type Weight,
  type WordCollector,
} from "./collect.ts";
export { excerpt, marked } from "./excerpt.ts";
export { findSpans, matches, type Span } from "./find-spans.ts";
export {
  parseQuery,
  type Query,
  type QueryOptions,
  type Term,
  toTsquery,
  type TsQuery,
} from "./query.ts";
export { normalise } from "./words.ts";
