import { Person } from "@atrium/contract/types/person";
import type { UnitOfWork } from "../../../engine/index.ts";
import { ORGANISATION } from "./organisation.store.ts";

/** Notes that what administrators see of a person changed. */
export const notePerson = (
  w: Pick<UnitOfWork, "changed">,
  id: string,
  change: "created" | "updated" | "destroyed" = "updated",
): void => w.changed(ORGANISATION, Person.name, id, change);
