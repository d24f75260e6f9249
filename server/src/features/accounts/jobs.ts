import { job, type Job } from "../../platform/jobs/index.ts";
import type { Engine } from "../../engine/index.ts";
import type { Accounts } from "./accounts.ts";
import { endOverGuests } from "./guests/guests.ts";
import { forgetNotifications } from "./notifications/notifications.store.ts";
import { TELL_OF_SHARES } from "./sharing/share-changes.store.ts";
import { NOTE_ENDED } from "./sessions/end-sessions.ts";
import { SETTLE_SHARES, settleUnsettled } from "./sharing/settle.ts";
import { END_SHARES } from "./sharing/end-shares-of.ts";
import { endShares } from "./sharing/shares.ts";
import { tellOfShares } from "./sharing/tell-of-shares.ts";

export const accountJobs = (accounts: Accounts, engine: Engine): readonly Job[] => [
  job(END_SHARES.name, {
    every: "*/5 * * * *",
    retry: END_SHARES.retry,
    run: () => endShares(engine),
  }),
  job(SETTLE_SHARES.name, {
    retry: SETTLE_SHARES.retry,
    run: ({ signal }) => settleUnsettled(engine, signal),
  }),
  job(TELL_OF_SHARES.name, {
    retry: TELL_OF_SHARES.retry,
    run: ({ signal }) => tellOfShares(engine, signal),
  }),
  job("share-notifications.trim", { every: "29 2 * * *", run: () => forgetNotifications(engine) }),
  job("guests.end", { every: "*/5 * * * *", run: () => endOverGuests(engine) }),
  job("people.delete", { every: "41 2 * * *", run: () => accounts.persons.deleteRemoved() }),
  job("shared-accounts.delete", {
    every: "47 2 * * *",
    run: () => accounts.shared.deleteRemoved(),
  }),
  job(NOTE_ENDED.name, {
    retry: NOTE_ENDED.retry,
    run: ({ signal }) => accounts.sessions.noteOver(signal),
  }),
  job("sessions.sweep", { every: "23 * * * *", run: () => accounts.sweep() }),
];
