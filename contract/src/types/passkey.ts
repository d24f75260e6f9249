import type { CreatedPasskey } from "../api/passkeys.ts";
import { defineType, shape, type Properties, type RecordOf } from "./define.ts";
import { WAYS_IN } from "./ways-in.ts";

/**
 * Of Atrium: a way in that a device or a password manager keeps; it counts as both factors. At most 20 of one person. The
 * device takes part in making one: `Passkey/begin` answers what it is asked for, `Passkey/add` (`name`, and what the device
 * `created`) keeps its answer, from the same session, within minutes and once; `code` is
 * `wrongPasskey` when it is not what was asked for. With one that is destroyed the sessions end that it began, but for the one
 * that asks. Its use is not a change.
 */
export const Passkey = defineType({
  name: "Passkey",
  ...WAYS_IN,
  proof: true,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** What the authenticator calls it, in base64url. */
    credentialId: { type: "String", serverSet: true },
    /** One line, trimmed. */
    name: { type: "String" },
    createdAt: { type: "UTCDate", serverSet: true },
    /** `null`: never. */
    lastUsedAt: { type: "UTCDate", nullable: true, serverSet: true },
  },
});

/** What its own methods take beyond the account. */
export const PASSKEY_METHODS = {
  begin: {},
  add: { name: { type: "String" }, created: { type: shape<CreatedPasskey>("object") } },
} as const satisfies Readonly<Record<string, Properties>>;

export type PasskeyRecord = RecordOf<typeof Passkey>;
