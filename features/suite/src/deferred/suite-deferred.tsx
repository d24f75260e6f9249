import { ReleaseWatch } from "@atrium/shell";
import type { ReactNode } from "react";
import { useClient } from "../client/client.tsx";
import { Tasks } from "../tasks/tasks.tsx";
import { useAreTasksWanted } from "../tasks/wanted.ts";
import { useDeferred } from "./use-deferred.ts";
import { FollowOrganisation } from "./follow-organisation.tsx";

/** What every window of the suite does once it has nothing better to do. */
export function SuiteDeferred(): ReactNode {
  // A window that needed no client until now follows with one what is chosen elsewhere.
  useClient();
  // What was begun elsewhere is shown after all that the window itself still has to ask for.
  const isLater = useDeferred();
  const areTasksWanted = useAreTasksWanted();
  return (
    <>
      <ReleaseWatch />
      <FollowOrganisation />
      {(isLater || areTasksWanted) && <Tasks />}
    </>
  );
}
