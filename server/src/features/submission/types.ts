import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Capability, Served } from "../../engine/index.ts";
import { holdsMail } from "../mail/index.ts";
import { emailSubmission } from "./email-submission/email-submission.ts";
import { MAX_DELAYED_SEND } from "./sending/parameters.ts";
import { identity } from "./identity/identity.ts";
import { vacationResponse } from "./vacation-response/vacation-response.ts";
import { mdn } from "./mdn/mdn.ts";
import { template } from "./template/template.ts";
import type { SendingLimits } from "./sending/sending-limits.ts";

/** The data types of sending (RFC 8621 §6–§8, RFC 9007), and Atrium's templates. */
export function submissionTypes(limits: SendingLimits): readonly Served[] {
  return [identity, emailSubmission(limits), vacationResponse, mdn(limits), template];
}

/** RFC 8621 §1.3.2, §1.3.3; RFC 9007 §1.3. */
export function submissionCapabilities(limits: SendingLimits): readonly Capability[] {
  return [
    {
      urn: CAPABILITY.submission,
      server: {},
      account: (actor, accountId) =>
        holdsMail(actor, accountId)
          ? {
              maxDelayedSend: MAX_DELAYED_SEND,
              // Of Atrium: for how many seconds sending can be undone.
              undoSend: Math.floor(limits.undoSend / 1000),
              submissionExtensions: {
                DSN: [],
                FUTURERELEASE: [],
                SIZE: [String(limits.maxMessageSize)],
              },
            }
          : null,
    },
    {
      urn: CAPABILITY.vacationResponse,
      server: {},
      account: (actor, accountId) => (holdsMail(actor, accountId) ? {} : null),
    },
    {
      urn: CAPABILITY.mdn,
      server: {},
      account: (actor, accountId) => (holdsMail(actor, accountId) ? {} : null),
    },
  ];
}
