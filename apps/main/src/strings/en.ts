export const en = {
  mail: "Mail",
  drive: "Drive",
  loadingDrive: "Loading drive",
  settings: "Settings",
} as const;
