import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Capability, Served } from "../../engine/index.ts";
import { holdsMail } from "../mail/index.ts";
import { identity } from "./identity/identity.ts";

/** What may be sent; from the configuration. */
export interface SendingLimits {
  /** How long a mail is held back so that sending can be undone (milliseconds). */
  readonly undoSend: number;
  /** Octets. */
  readonly maxMessageSize: number;
  /** Of one mail. */
  readonly maxRecipients: number;
  /** To how many recipients a person may send in an hour. */
  readonly sendLimit: number;
}

/** The data types of sending (RFC 8621 §6–§8). */
export function submissionTypes(_limits: SendingLimits): readonly Served[] {
  return [identity];
}

/** How long a mail may be held back at most (RFC 4865), in seconds. */
export const MAX_DELAYED_SEND = 60 * 86_400;

/** RFC 8621 §1.3.2, §1.3.3. */
export function submissionCapabilities(limits: SendingLimits): readonly Capability[] {
  return [
    {
      urn: CAPABILITY.submission,
      server: {},
      account: (actor, accountId) =>
        holdsMail(actor, accountId)
          ? {
              maxDelayedSend: MAX_DELAYED_SEND,
              submissionExtensions: {
                DSN: [],
                FUTURERELEASE: [],
                SIZE: [String(limits.maxMessageSize)],
              },
            }
          : null,
    },
  ];
}
