import { plural } from "@atrium/i18n";

export const en = {
  skip: "Skip to content",
  applications: "Applications",
  settings: "Settings",
  help: "Help",
  you: "{name}, {address}",
  theme: "Theme",
  system: "As the system",
  light: "Light",
  dark: "Dark",
  contrast: "High contrast",
  keepFailed: "The choice holds here, but could not be kept for your other devices",
  palette: "Commands",
  paletteField: "What do you want to do?",
  recent: "Recent",
  found: "Found",
  more: "More",
  theOwn: "You",
  foundCount: ({ count }: { readonly count: number }) =>
    plural(count, { one: "{count} command", other: "{count} commands" }),
  foundNothing: "Nothing here is called “{text}”",
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
    "Leave this open, and you are signed out as soon as everything has arrived. If you sign out now, what has not arrived is lost.",
  leaveAndLose: "Sign out anyway",
  leaveNot: "Stay signed in",
  signOut: "Sign out",
  signOutFailed: "You could not be signed out. Is the network away?",
} as const;
