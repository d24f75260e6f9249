import { SIEVE_SCRIPT_METHODS, SieveScript } from "@atrium/contract/types/sieve-script";
import { method, refuse, Refusal, serve, type Served } from "../../../engine/index.ts";
import { toMail } from "../../mail/index.ts";
import { checkScript } from "./check-script.ts";
import { sieveScriptStore } from "./sieve-script.store.ts";
import { FILTER_REFUSALS } from "../refusals.ts";
import { MAX_SCRIPT_NAME } from "../limits.ts";

/** RFC 9661. */
export const sieveScript: Served = serve(SieveScript, {
  access: toMail,
  store: sieveScriptStore,
  rules: {
    destroy: ({ isActive }) => (isActive ? refuse(FILTER_REFUSALS.sieveIsActive) : undefined),
  },
  limits: { name: { isLine: true, isFilled: true, maxOctets: MAX_SCRIPT_NAME } },
  methods: {
    validate: method({
      verb: "read",
      arguments: SIEVE_SCRIPT_METHODS.validate,
      async run(call) {
        const { accountId, args } = call;
        try {
          await checkScript(call, args.blobId);
          return { accountId, error: null };
        } catch (error) {
          const isFault =
            error instanceof Refusal && error.code === FILTER_REFUSALS.invalidSieve.code;
          if (!isFault) throw error;
          return { accountId, error: error.setError() };
        }
      },
    }),
  },
});
