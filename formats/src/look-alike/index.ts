export { isSameName, looksLike } from "./look-alike.ts";
