export const en = {
  mail: "Mail",
  drive: "Drive",
  loadingDrive: "Loading drive",
  skip: "Skip to content",
} as const;
