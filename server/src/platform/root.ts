import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout that runs. In the build, too, `import.meta.url` is where the source of a module stands. */
export const ROOT = resolve(fileURLToPath(new URL("../../..", import.meta.url)));
