import type { LoadErrorCode } from "@atrium/contract/errors";

const driveAway = "Drive did not load. Everything else keeps working.";

export const sentences: Record<LoadErrorCode, string> = {
  "RUNTIME-001": driveAway,
  "RUNTIME-002": "Drive loaded but could not start. Everything else keeps working.",
  "RUNTIME-003": "Drive could not be reached. Everything else keeps working.",
  "RUNTIME-004": "Drive is not set up on this server. Everything else keeps working.",
  "RUNTIME-005":
    "Drive and this window did not agree on a shared part. Loading the page again usually helps.",
  "RUNTIME-006":
    "Drive needs a shared part that this window does not have. Loading the page again usually helps.",
  "RUNTIME-007": "Drive’s address is missing on this server. Everything else keeps working.",
  "RUNTIME-008": "Drive took too long or did not arrive. Everything else keeps working.",
  "TYPE-001": "A part was built from descriptions that do not fit. It still works as before.",
  "BUILD-001": "A part of Drive is missing on the server. Everything else keeps working.",
  "REMOTE-001": "Drive is switched off by your administrator. Everything else keeps working.",
  "REMOTE-002":
    "Your administrator keeps Drive at another version than the one served. Everything else keeps working.",
  "CHUNK-001": "A part of this page did not load. Nothing you wrote is lost.",
  "STYLE-001": "The look of this part did not load. Nothing you wrote is lost.",
};
