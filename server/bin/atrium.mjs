#!/usr/bin/env node
// `npx atrium …`: the server's own code on the command line, under the same Node as the server.
import { serverFile } from "../../scripts/lib/built.mjs";
import { become, prepare } from "../../scripts/lib/node.mjs";

become(prepare(), serverFile("cli"), process.argv.slice(2), { cwd: process.cwd() });
