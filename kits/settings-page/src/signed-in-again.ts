import { subscribe } from "@atrium/state";

/** Calls back when the person signed in again, until the answer is called; the client goes on by then. */
export const onSignedInAgain = (listener: () => void): (() => void) =>
  subscribe((event) => {
    if (event.type === "signed-in") listener();
  });
