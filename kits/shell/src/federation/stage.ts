import type { LoadErrorCode } from "@atrium/contract/errors";
import { describeLoadError, LoadError } from "../errors/describe.ts";

/** How far the loading of a remote has come. */
export type Stage = "manifest" | "entry" | "init" | "module";

/** What a failure means where it carries no code of its own, by the stage it happened in. */
const CODE_OF_STAGE: Record<Stage, LoadErrorCode> = {
  manifest: "RUNTIME-003",
  entry: "RUNTIME-008",
  init: "RUNTIME-002",
  module: "RUNTIME-002",
};

/** A failed flight as an error of the closed list. Federation names only some of its failures; the rest go by their stage. */
export function namedFailure(error: unknown, stage: Stage): LoadError {
  const detail = error instanceof Error ? error.message : String(error);
  const code =
    describeLoadError(error)?.code ??
    // What a container answers when it was built without the module.
    (/does not exist in container|don't export/.test(detail) ? "BUILD-001" : CODE_OF_STAGE[stage]);
  return new LoadError(code, detail, { cause: error });
}

/** A flight that stood still: what a person waited for is what failed. */
export function standstill(stage: Stage, milliseconds: number): LoadError {
  const code = stage === "module" ? "CHUNK-001" : CODE_OF_STAGE[stage];
  return new LoadError(code, `The remote's ${stage} did not arrive within ${milliseconds} ms`);
}
