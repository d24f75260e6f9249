import { MDN_METHODS } from "@atrium/contract/types/mdn";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { method, serveMethods, type Served } from "../../../engine/index.ts";
import { toMail } from "../../mail/index.ts";
import type { SendingLimits } from "../sending/sending-limits.ts";
import { parseMdns } from "./parse.ts";
import { sendMdns } from "./send.ts";

/** RFC 9007: read receipts. None is ever sent unless a client asks for it. */
export function mdn(limits: SendingLimits): Served {
  return serveMethods(
    { name: "MDN", capability: CAPABILITY.mdn },
    {
      access: toMail,
      methods: {
        send: method({
          verb: "create",
          arguments: MDN_METHODS.send,
          run: (call, engine) => sendMdns(call, engine, limits),
        }),
        parse: method({ verb: "read", arguments: MDN_METHODS.parse, run: parseMdns }),
      },
    },
  );
}
