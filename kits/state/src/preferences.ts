import { create } from "zustand";

export type Theme = "system" | "light" | "dark" | "contrast";
export type Density = "compact" | "regular" | "roomy";
export type ReaderPane = "right" | "below" | "off";
export type AfterAct = "next" | "previous" | "list";
/** What a swipe over a row does with the conversation. */
export type SwipeAct = (typeof SWIPE_ACTS)[number];
export const SWIPE_ACTS = ["archive", "trash", "snooze", "read", "star", "move", "none"] as const;

/** How this browser shows the suite. Nothing in here is secret or of the server. */
export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  /** BCP 47 tag; the account's or the browser's own when absent. */
  readonly locale?: string;
  readonly readerPane: ReaderPane;
  /** What opens after the open conversation went: the next one where the list stands beside it, when absent. */
  readonly afterAct?: AfterAct;
  /** What a swipe of a finger does with a row of a list, by the side that the row moves to. */
  readonly swipeRight: SwipeAct;
  readonly swipeLeft: SwipeAct;
  /** Whether records are kept in this browser, so that its next window starts with them. */
  readonly keepsOnDevice: boolean;
  /** The first steps were shown to a user who does not need them again. */
  readonly knowsFirstSteps?: boolean;
  /** The day (`2026-11-21`) on which two-step sign-in, which the organisation will ask for, was put off last. */
  readonly secondFactorLater?: string;
  /** Sizes of split panes in CSS pixels, by the pane's id. */
  readonly panes: Readonly<Record<string, number>>;
}

const KEY = "atrium.preferences";
const INITIAL: Preferences = {
  theme: "system",
  density: "regular",
  readerPane: "right",
  swipeRight: "archive",
  swipeLeft: "trash",
  keepsOnDevice: true,
  panes: {},
};

/** Hook: the chosen part of the preferences, followed live. */
export const usePreferences = create<Preferences>(() => read(stored()));

/** The preferences as they are now. */
export function preferences(): Preferences {
  return usePreferences.getState();
}

/** Changes some preferences, here at once, in other windows by the browser's event, and on disk. */
export function setPreferences(patch: Partial<Preferences>): void {
  usePreferences.setState(patch);
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences()));
  } catch {
    // Storage may be full or forbidden; the window still shows what was chosen.
  }
}

/** Calls back after every change, until the answer is called. */
export function watchPreferences(listener: (now: Preferences) => void): () => void {
  return usePreferences.subscribe(listener);
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Reads stored text, keeping what is understood: an older or newer release may have written it. */
export function read(text: string | null): Preferences {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "{}");
  } catch {
    return INITIAL;
  }
  if (typeof value !== "object" || value === null) return INITIAL;
  const found = value as Partial<Record<keyof Preferences, unknown>>;
  const panes = typeof found.panes === "object" && found.panes !== null ? found.panes : {};
  return {
    theme: oneOf(found.theme, ["system", "light", "dark", "contrast"]) ?? INITIAL.theme,
    density: oneOf(found.density, ["compact", "regular", "roomy"]) ?? INITIAL.density,
    readerPane: oneOf(found.readerPane, ["right", "below", "off"]) ?? INITIAL.readerPane,
    swipeRight: oneOf(found.swipeRight, SWIPE_ACTS) ?? INITIAL.swipeRight,
    swipeLeft: oneOf(found.swipeLeft, SWIPE_ACTS) ?? INITIAL.swipeLeft,
    keepsOnDevice: found.keepsOnDevice !== false,
    ...(typeof found.locale === "string" && { locale: found.locale }),
    ...withAfterAct(oneOf(found.afterAct, ["next", "previous", "list"])),
    ...(found.knowsFirstSteps === true && { knowsFirstSteps: true }),
    ...(typeof found.secondFactorLater === "string" && {
      secondFactorLater: found.secondFactorLater,
    }),
    panes: Object.fromEntries(
      Object.entries(panes).filter(
        (entry): entry is [string, number] => Number.isFinite(entry[1]) && Number(entry[1]) > 0,
      ),
    ),
  };
}

function withAfterAct(afterAct: AfterAct | undefined): Pick<Preferences, "afterAct"> {
  return afterAct === undefined ? {} : { afterAct };
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((one) => one === value);
}

if (typeof window !== "undefined")
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) usePreferences.setState(read(event.newValue), true);
  });
