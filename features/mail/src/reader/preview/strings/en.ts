export const en = {
  downloadAll: "Download all",
  allTooLarge: "These files are too large to download together. Download them one by one.",
  allFailed: "The files could not be downloaded.",
  attachmentsZip: "attachments.zip",
  preview: "Preview",
} as const;
