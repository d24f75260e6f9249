import { afterAll } from "vitest";
import { undo } from "./undo.ts";

/**
 * Runs before each file of tests. Hooks count only where a file registers them, and what testing modules register is lost:
 * several files share those. Being the first, this one runs as the last.
 */
afterAll(async () => {
  for (const close of undo.splice(0).reverse()) await close();
});
