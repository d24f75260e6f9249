#!/usr/bin/env node
// `npx atrium …`: the server's own code on the command line, under the same Node as the server.
import { become, prepare } from "../../scripts/lib/node.mjs";

become(prepare(), "server/src/cli/main.ts", process.argv.slice(2), { cwd: process.cwd() });
