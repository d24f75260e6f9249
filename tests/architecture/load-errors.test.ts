import { LOAD_ERROR_CODES } from "@atrium/contract/errors";
import { expect, test } from "vitest";
import { LOAD_ERROR_EXPLANATIONS } from "../../kits/shell/src/errors/explanations.ts";
import { CASES, DECIDED, PROGRAM_FILES } from "../e2e/fault-server.ts";

/** No code has a help page only: a case in a browser raises it, or the page says that it does not come up here. */
test.each(["en", "ko"] as const)("codes that no case raises say so in %s", (language) => {
  const raised = new Set<unknown>([
    ...Object.values(CASES).map(({ code }) => code),
    ...Object.values(DECIDED),
    ...PROGRAM_FILES.map(([, , code]) => code),
  ]);
  const explanations = LOAD_ERROR_EXPLANATIONS[language];
  expect(LOAD_ERROR_CODES.filter((code) => explanations[code].notRaised !== undefined)).toEqual(
    LOAD_ERROR_CODES.filter((code) => !raised.has(code)),
  );
});
