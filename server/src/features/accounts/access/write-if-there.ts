import { Refusal, type Engine, type UnitOfWork } from "../../../engine/index.ts";

/** For jobs that go through many accounts: writes unless an account was deleted meanwhile, with all that was to be done there. */
export async function writeIfThere(
  engine: Pick<Engine, "write">,
  accountIds: readonly string[],
  work: (w: UnitOfWork) => Promise<void>,
): Promise<void> {
  try {
    await engine.write(accountIds, work);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "accountNotFound")) throw error;
  }
}
