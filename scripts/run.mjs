// `node scripts/run.mjs FILE …`: installs if need be and runs a TypeScript file of the checkout with the rest of the arguments.
import { giveUp } from "./lib/install.mjs";
import { become, prepare } from "./lib/node.mjs";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) giveUp("Usage: node scripts/run.mjs FILE [argument …]");
become(prepare(), file, args);
