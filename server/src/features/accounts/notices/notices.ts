import type { Role } from "@atrium/contract/api/session";
import type { UnitOfWork } from "../../../engine/index.ts";
import { enqueue } from "../../../platform/jobs/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { ActorOrSystem } from "../policy.ts";
import type { NoticeEvent } from "./notice-event.ts";
import { insertNotice } from "./notices.store.ts";

/** The job that tells people, for whoever has something to tell. */
export const TELL_PEOPLE = { name: "notices.tell", retry: 10 };

export interface NewNotice {
  readonly personId: string;
  readonly event: NoticeEvent;
  readonly given?: readonly Role[];
  readonly taken?: readonly Role[];
  readonly detail?: string;
}

/**
 * Has a person told what someone else did to their account, if and only if it was done: the message is written by a job,
 * since neither its account is locked here nor its blob may be written while others wait.
 */
export async function notify(
  w: UnitOfWork,
  by: ActorOrSystem,
  { personId, event, given = [], taken = [], detail }: NewNotice,
): Promise<void> {
  await insertNotice(w.tx, {
    account_id: ORGANISATION,
    id: w.newId("n"),
    at: w.now,
    by_id: by === "system" ? null : by.personId,
    person_id: personId,
    event,
    roles_given: [...given],
    roles_taken: [...taken],
    detail: detail ?? null,
  });
  await enqueue(w.tx, TELL_PEOPLE);
}

/** Has a person, and all administrators, told which roles were given and taken; nobody where none was. */
export async function notifyOfRoles(
  w: UnitOfWork,
  by: ActorOrSystem,
  personId: string,
  before: readonly Role[],
  after: readonly Role[],
): Promise<void> {
  const given = after.filter((role) => !before.includes(role));
  const taken = before.filter((role) => !after.includes(role));
  if (given.length > 0 || taken.length > 0)
    await notify(w, by, { personId, event: "roles", given, taken });
}
