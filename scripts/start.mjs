// `npm start`: installs, builds the browser side, starts the server; each only as far as it is needed.
import { become, prepare, runToEnd } from "./lib/node.mjs";

const node = prepare();
if (runToEnd(node, "scripts/build.ts") !== 0) process.exit(1);
become(node, "server/src/main.ts", ["--friendly", ...process.argv.slice(2)]);
