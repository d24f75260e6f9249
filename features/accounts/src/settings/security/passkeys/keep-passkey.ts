import type { CreatedPasskey, PasskeyCreation } from "@atrium/contract/api/passkeys";
import { codeOf } from "@atrium/settings-page";
import { createPasskey, forgetPasskey } from "@atrium/shell/passkeys";

/** Has the device make a passkey as it is asked to, and the server keep it; one that is refused is forgotten by the device. */
export async function keepPasskey(
  creation: PasskeyCreation,
  add: (created: CreatedPasskey) => Promise<unknown>,
): Promise<void> {
  const created = await createPasskey(creation);
  try {
    await add(created);
  } catch (error) {
    if (isRefused(error)) forgetPasskey(created.id);
    throw error;
  }
}

/** Whether the server surely has not kept it: then it would let nobody in. */
function isRefused(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && code !== "unavailable" && code !== "serverFail";
}
