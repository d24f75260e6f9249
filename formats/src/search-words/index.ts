export {
  collectWords,
  type SearchWords,
  searchWords,
  type Weight,
  type WordCollector,
} from "./collect.ts";
export {
  matches,
  parseQuery,
  type Query,
  type QueryOptions,
  type Term,
  toTsquery,
} from "./query.ts";
export { normalise } from "./words.ts";
