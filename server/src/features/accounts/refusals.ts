import { defineRefusals, meaning } from "../../engine/index.ts";

/** Signing in and administration. */
export const ACCOUNT_REFUSALS = defineRefusals({
  notSignedIn: meaning("forbidden", "forbidden", "notSignedIn"),
  wrongCredentials: meaning("forbidden", "forbidden", "wrongCredentials"),
  secondFactorRequired: meaning("forbidden", "forbidden", "secondFactorRequired"),
  wrongCode: meaning("forbidden", "forbidden", "wrongCode"),
  passkeyRequired: meaning("forbidden", "forbidden", "passkeyRequired"),
  wrongPasskey: meaning("forbidden", "forbidden", "wrongPasskey"),
  secondFactorMissing: meaning("forbidden", "forbidden", "secondFactorMissing"),
  setUpDone: meaning("forbidden", "forbidden", "setUpDone"),
  weakPassword: meaning("invalidProperties", "invalidArguments", "weakPassword"),
});
