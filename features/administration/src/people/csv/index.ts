/** Many people at once, which few windows need: one chunk. */
export { exportPeople } from "./export-people.ts";
export { ImportPeople } from "./import-people.tsx";
