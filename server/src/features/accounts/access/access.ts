import type { UnitOfWork } from "../../../engine/index.ts";
import type { Notify } from "../../../platform/db/index.ts";

const TOPIC = "access-changed";

/** Notes that a person may see other accounts than before, or signs in otherwise. Announced after the commit. */
export function accessChanged(w: Pick<UnitOfWork, "hint">, personId: string): void {
  w.hint(TOPIC, personId);
}

export type Access = ReturnType<typeof createAccess>;

/** News for whoever keeps connections open on the strength of what a person could do when they were opened. */
export function createAccess(notify: Notify) {
  return {
    /** The same where there is no unit of work, after the commit. */
    changed: (personId: string): void => notify.send(TOPIC, personId),

    /**
     * Receives persons whose grants or credentials were changed by any process. `missed` is called when news may have
     * been lost. Returns the end of listening.
     */
    onChanged: (listener: (personId: string) => void, missed: () => void): (() => void) =>
      notify.listen(TOPIC, listener, missed),
  };
}
