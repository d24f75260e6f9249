import type { SessionInfo } from "@atrium/contract/api/session";

/** What the screen of a section gets. */
export interface ScreenProps {
  readonly session: SessionInfo;
  /** What follows the section in the path. */
  readonly path: readonly string[];
}
