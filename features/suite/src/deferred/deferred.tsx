import { lazyPart } from "@atrium/shell";
import type { ReactNode } from "react";
import { useAreTasksWanted } from "../tasks/wanted.ts";
import { useDeferred } from "./use-deferred.ts";

const SuiteLater = lazyPart(() =>
  import("./suite-deferred.tsx").then((module) => module.SuiteDeferred),
);

/** @param after milliseconds; as a rule what the window shows comes first. */
export function Deferred({ after }: { readonly after: number | undefined }): ReactNode {
  const isLater = useDeferred(after);
  const isAskedFor = useAreTasksWanted();
  return (isLater || isAskedFor) && <SuiteLater />;
}
