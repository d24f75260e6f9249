import { readFileSync, writeFileSync } from "node:fs";
import { configTable } from "../server/src/platform/config/index.ts";

// Writes the table of settings into the README, between its two markers.
const path = new URL("../README.md", import.meta.url);
const [before, , after] = readFileSync(path, "utf8").split(
  /(<!-- config -->[\s\S]*<!-- \/config -->)/,
);
if (after === undefined) throw new Error("README.md lacks the markers of the table.");
writeFileSync(path, `${before}<!-- config -->\n${configTable()}\n<!-- /config -->${after}`);
