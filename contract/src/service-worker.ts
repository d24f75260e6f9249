/** What windows, the service worker and the build know of each other. */

/** The address of the service worker's script. It lies at the root because it serves every window of the suite. */
export const WORKER_SCRIPT = "/service-worker.js";

/** The address of what the server's build consists of. */
export const RELEASE_FILE = "/release.json";

export interface Release {
  /** The entry script's file name: whatever changes in the build changes it. */
  readonly build: string;
  /** Names of the files below the asset base that windows load, with their hashes in them. */
  readonly files: readonly string[];
}

/** What the worker has to know of the person's choices when no window is open. */
export interface PushChoices {
  readonly quiet: QuietHours | null;
  /** Notifications say that mail came, and neither from whom nor what. */
  readonly isDiscreet: boolean;
  readonly language: "en" | "ko";
}

/** When no notification is to disturb: from one minute of the day to another, which may lie behind midnight. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

export type WorkerMessage =
  /** Keep all of the release, so that a window starts without network. */
  | { readonly type: "keep" }
  /** What the person chose for notifications. */
  | { readonly type: "telling"; readonly choices: PushChoices }
  /** The person has gone: nothing of theirs stays. */
  | { readonly type: "signed-out" };

/** What the worker sends a window whose notification was clicked. */
export interface GoMessage {
  readonly type: "go";
  readonly path: string;
}

/** Whether a time of the day, in minutes since midnight, lies in quiet hours. */
export function isQuiet(hours: QuietHours | null, minute: number): boolean {
  if (hours === null || hours.from === hours.to) return false;
  const { from, to } = hours;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}
