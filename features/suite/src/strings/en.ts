export const en = {
  applications: "Applications",
  mail: "Mail",
  addressBook: "Address book",
  drive: "Drive",
  calls: "Calls",
  settings: "Settings",
  help: "Help",
  you: "{name}, {address}",
  signOut: "Sign out",
  signOutFailed: "You could not be signed out. Is the network away?",
} as const;
