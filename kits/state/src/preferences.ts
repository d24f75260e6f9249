import type { Choices } from "@atrium/contract/types/preferences";
import { create } from "zustand";

/** What can be chosen for one of the choices. */
type Chosen<Name extends keyof Choices> = NonNullable<Choices[Name]>;
export type Theme = Chosen<"theme">;
export type Density = Chosen<"density">;
export type ReaderPane = Chosen<"readerPane">;
export type AfterAct = Chosen<"afterAct">;
export type ReplyIn = Chosen<"replyIn">;
/** What a swipe over a row does with the conversation. */
export type SwipeAct = Chosen<"swipeLeft">;
export const SWIPE_ACTS = [
  "archive",
  "trash",
  "snooze",
  "read",
  "star",
  "move",
  "none",
] as const satisfies readonly SwipeAct[];

/** How often a message lists what came into Junk. */
export type JunkDigest = Chosen<"junkDigest">;

/** What is looked at before a message is sent. */
export const SEND_CHECKS = [
  "checksSubject",
  "checksAttachment",
  "checksRecipient",
  "checksOutside",
  "checksLookAlike",
  "checksIdentity",
  "checksReplyAll",
  "checksAnswered",
] as const satisfies readonly (keyof Choices)[];
export type SendCheck = (typeof SEND_CHECKS)[number];

/**
 * How this browser shows the suite: what its person chose for all their browsers, which `choose` changes, and what belongs
 * to the device. Nothing in here is secret.
 */
export interface Preferences extends Readonly<Record<SendCheck, boolean>> {
  readonly theme: Theme;
  readonly density: Density;
  /** BCP 47 tag; the browser's own when absent or `system`. */
  readonly locale?: string;
  readonly readerPane: ReaderPane;
  /** What opens after the open conversation went: the next one where the list stands beside it, when absent. */
  readonly afterAct?: AfterAct;
  readonly replyIn: ReplyIn;
  /** What a swipe of a finger does with a row of a list, by the side that the row moves to. */
  readonly swipeRight: SwipeAct;
  readonly swipeLeft: SwipeAct;
  readonly junkDigest: JunkDigest;
  /** Whether parts of the sidebar are out of sight below their headings. */
  readonly closesFolders: boolean;
  readonly closesLabels: boolean;
  readonly closesSavedSearches: boolean;
  /** Every message asks for a read receipt. */
  readonly asksReceipt: boolean;
  /** The first steps were shown to a user who does not need them again. */
  readonly knowsFirstSteps?: boolean;
  /** What somebody chose here and the server has not confirmed; until then it goes before what the server says. */
  readonly unsent?: Unsent | undefined;
  /** Whether the person wants records kept in this browser, so that its next window starts with them (`keepsRecords`). */
  readonly keepsOnDevice: boolean;
  /** The organisation decided that browsers keep none. */
  readonly keepsNothing?: boolean | undefined;
  /** The day (`2026-11-21`) on which two-step sign-in, which the organisation will ask for, was put off last. */
  readonly secondFactorLater?: string;
  /** Sizes of split panes in CSS pixels, by the pane's id. */
  readonly panes: Readonly<Record<string, number>>;
}

export interface Unsent {
  readonly personId: string;
  readonly choices: Choices;
}

const KEY = "atrium.preferences";
const sendChecks = (isOn: (check: SendCheck) => boolean): Record<SendCheck, boolean> =>
  Object.fromEntries(SEND_CHECKS.map((check) => [check, isOn(check)])) as Record<
    SendCheck,
    boolean
  >;
const INITIAL: Preferences = {
  ...sendChecks(() => true),
  theme: "system",
  density: "regular",
  readerPane: "right",
  replyIn: "inline",
  swipeRight: "archive",
  swipeLeft: "trash",
  junkDigest: "weekly",
  closesFolders: false,
  closesLabels: false,
  closesSavedSearches: false,
  asksReceipt: false,
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

/** What somebody chose here and the server has not confirmed. */
export function unsentOf(personId: string): Choices | undefined {
  const { unsent } = preferences();
  return unsent?.personId === personId ? unsent.choices : undefined;
}

/** Chooses for a person; `useChoose` of the suite also sends it to the server. */
export function choose(personId: string, choices: Choices): void {
  setPreferences({
    ...choices,
    unsent: { personId, choices: { ...unsentOf(personId), ...choices } },
  });
}

/** What the server has of a person goes before what this browser has, but for what they chose here since. */
export function followChoices(personId: string, choices: Choices): void {
  const chosen = { ...preferences(), ...choices, ...unsentOf(personId) };
  setPreferences(read(JSON.stringify(chosen)));
}

/** Whether records are kept in this browser. */
export function keepsRecords({ keepsOnDevice, keepsNothing } = preferences()): boolean {
  return keepsOnDevice && !keepsNothing;
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
    replyIn: oneOf(found.replyIn, ["inline", "dock", "window"]) ?? INITIAL.replyIn,
    swipeRight: oneOf(found.swipeRight, SWIPE_ACTS) ?? INITIAL.swipeRight,
    swipeLeft: oneOf(found.swipeLeft, SWIPE_ACTS) ?? INITIAL.swipeLeft,
    junkDigest: oneOf(found.junkDigest, ["never", "daily", "weekly"]) ?? INITIAL.junkDigest,
    closesFolders: found.closesFolders === true,
    closesLabels: found.closesLabels === true,
    closesSavedSearches: found.closesSavedSearches === true,
    asksReceipt: found.asksReceipt === true,
    ...sendChecks((check) => found[check] !== false),
    keepsOnDevice: found.keepsOnDevice !== false,
    ...(typeof found.locale === "string" && { locale: found.locale }),
    ...withAfterAct(oneOf(found.afterAct, ["next", "previous", "list"])),
    ...(found.knowsFirstSteps === true && { knowsFirstSteps: true }),
    ...(found.keepsNothing === true && { keepsNothing: true }),
    ...(isUnsent(found.unsent) && { unsent: found.unsent }),
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

function isUnsent(value: unknown): value is Unsent {
  return typeof (value as Partial<Unsent> | null | undefined)?.choices === "object";
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((one) => one === value);
}

if (typeof window !== "undefined")
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) usePreferences.setState(read(event.newValue), true);
  });
