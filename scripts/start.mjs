// `npm start`: installs, builds, starts the server; each only as far as it is needed.
import { builtFile } from "./lib/built.mjs";
import { become, prepare, runToEnd } from "./lib/node.mjs";

const node = prepare();
if (runToEnd(node, "scripts/build.ts") !== 0) process.exit(1);
become(node, builtFile("main"), ["--friendly", ...process.argv.slice(2)]);
