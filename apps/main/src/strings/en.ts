export const en = {
  mail: "Mail",
  drive: "Drive",
  loadingDrive: "Loading drive",
  settings: "Settings",
  skip: "Skip to content",
} as const;
