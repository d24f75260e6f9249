import { CAPABILITY } from "@atrium/contract/types/wire";
import { CAPABILITIES } from "@atrium/formats/sieve";
import { MAX_REDIRECTS, MAX_SCRIPT_OCTETS } from "@atrium/formats/sieve-limits";
import type { Capability, Served } from "../../engine/index.ts";
import { holdsMail } from "../mail/index.ts";
import { MAX_SCRIPT_NAME, MAX_SCRIPTS } from "./limits.ts";
import { sieveScript } from "./sieve-script/sieve-script.ts";

export { applyRule } from "./applying/apply-rule.ts";
export { answerForScripts } from "./answering/answer.ts";
export { filterArrival } from "./filtering/filter-arrival.ts";
export { filterJobs } from "./jobs.ts";
export { addActiveScript } from "./sieve-script/add-script.ts";
export { originalSender } from "./redirecting/srs.ts";

/** The data types of filters (RFC 9661). */
export const filterTypes: readonly Served[] = [sieveScript];

/** RFC 9661 §1.3. */
export const filterCapabilities: readonly Capability[] = [
  {
    urn: CAPABILITY.sieve,
    server: { implementation: "Atrium" },
    account: (actor, accountId) =>
      holdsMail(actor, accountId)
        ? {
            maxSizeScriptName: MAX_SCRIPT_NAME,
            maxSizeScript: MAX_SCRIPT_OCTETS,
            maxNumberScripts: MAX_SCRIPTS,
            maxNumberRedirects: MAX_REDIRECTS,
            sieveExtensions: [...CAPABILITIES],
            notificationMethods: null,
            externalLists: null,
          }
        : null,
  },
];
