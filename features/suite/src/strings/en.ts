import { plural } from "@atrium/i18n";

export const en = {
  skip: "Skip to content",
  applications: "Applications",
  settings: "Settings",
  help: "Help",
  you: "{name}, {address}",
  theme: "Theme",
  system: "System",
  light: "Light",
  dark: "Dark",
  contrast: "High contrast",
  keepFailed: "Saved here, but not for your other devices",
  palette: "Commands",
  paletteField: "What do you want to do?",
  recent: "Recent",
  found: "Found",
  more: "More",
  theOwn: "You",
  foundCount: ({ count }: { readonly count: number }) =>
    plural(count, { one: "{count} command", other: "{count} commands" }),
  foundNothing: "Nothing matches “{text}”",
  openPlace: "Open {place}",
  themeIs: "Theme: {theme}",
  loading: "Loading",
  turnOn: "Turn on",
  leaveUnsaved: ({ count }: { readonly count: number }) =>
    plural(count, {
      one: "1 change has not reached the server yet",
      other: "{count} changes have not reached the server yet",
    }),
  leaveUnsavedWhat:
    "Keep this open and you will be signed out when everything has arrived. If you sign out now, what has not arrived is lost.",
  leaveAndLose: "Sign out anyway",
  leaveNot: "Stay signed in",
  signOut: "Sign out",
  taskNotStarted: "This could not be started. Check your connection.",
  signOutFailed: "Could not sign you out. Check your connection.",
} as const;
