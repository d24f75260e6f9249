// A vitest reporter: keeps how long the files took and, for `npm test`, writes what the sum of a run needs to the file
// that RESULTS_FILE names.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "./install.mjs";
import { keepSeconds } from "./seconds.mjs";

const firstLine = (error) =>
  stripVTControlCharacters(error?.message ?? String(error))
    .trim()
    .split("\n", 1)[0];

export default class ResultsReporter {
  #keep;

  constructor({ keep = keepSeconds } = {}) {
    this.#keep = keep;
  }

  onTestRunEnd(modules, unhandled) {
    const files = modules.map((module) => {
      const tests = [...module.children.allTests()].map((test) => {
        const { state, errors } = test.result();
        return { name: test.fullName, state, error: errors?.length ? firstLine(errors[0]) : null };
      });
      // What fails outside of every test while a file runs is the file's.
      const stray = unhandled.filter(({ VITEST_TEST_PATH: path }) => path === module.moduleId);
      const broken = [...module.errors(), ...stray];
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      return {
        name: relative(ROOT, module.moduleId),
        state: stray.length > 0 ? "failed" : module.state(),
        seconds: (duration + collectDuration + setupDuration) / 1000,
        error: broken.length > 0 ? firstLine(broken[0]) : null,
        tests,
      };
    });
    this.#keep(files);
    const path = process.env.RESULTS_FILE;
    if (path === undefined) return;
    const known = new Set(modules.map(({ moduleId }) => moduleId));
    const homeless = unhandled.filter(({ VITEST_TEST_PATH: path }) => !known.has(path));
    const results = { files, unhandled: homeless.map(firstLine) };
    writeFileSync(path, JSON.stringify(results));
  }
}
