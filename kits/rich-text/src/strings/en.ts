export const en = {
  link: "Link",
  linkAddress: "Link address",
  apply: "Apply",
  removeLink: "Remove link",
  cancel: "Cancel",
  editorNotLoaded: "Could not load the editor.",
  tryAgain: "Try again",
} as const;
