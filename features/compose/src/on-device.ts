import type { OnDevice } from "@atrium/shell";
import { forgetPeople } from "./people/kept-people.ts";
import { hasLeftOpen, wipeLeftOpen } from "./saving/left-open.ts";

/** Messages that this browser has and the server has not: not saved, or waiting to be sent. */
export const onDevice: OnDevice = {
  async unsaved(personId) {
    if (!hasLeftOpen(personId)) return 0;
    const { localDrafts } = await import("./saving/local-drafts.ts");
    const all = await localDrafts(personId);
    return all.filter(({ isUnsaved, isWaiting }) => isUnsaved || isWaiting === true).length;
  },
  forget() {
    wipeLeftOpen();
    // The server has them.
    forgetPeople();
  },
};
