// A vitest reporter for `npm test`: writes what the sum of a run needs to the file that RESULTS_FILE names.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "./install.mjs";

const firstLine = (error) =>
  stripVTControlCharacters(error?.message ?? String(error))
    .trim()
    .split("\n", 1)[0];

export default class ResultsReporter {
  onTestRunEnd(modules, unhandled) {
    const files = modules.map((module) => {
      const tests = [...module.children.allTests()].map((test) => {
        const { state, errors } = test.result();
        return { name: test.fullName, state, error: errors?.length ? firstLine(errors[0]) : null };
      });
      const broken = module.errors();
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      return {
        name: relative(ROOT, module.moduleId),
        state: module.state(),
        seconds: (duration + collectDuration + setupDuration) / 1000,
        error: broken.length > 0 ? firstLine(broken[0]) : null,
        tests,
      };
    });
    const results = { files, unhandled: unhandled.map(firstLine) };
    writeFileSync(process.env.RESULTS_FILE, JSON.stringify(results));
  }
}
