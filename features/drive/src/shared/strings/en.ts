export const en = {
  sharedBy: "Shared by",
  role: "Your access",
  viewer: "Viewer",
  editor: "Editor",
  manager: "Manager",
  ownerUp: "Shared by, A to Z",
  ownerDown: "Shared by, Z to A",
  emptyTitle: "Nothing shared with you yet",
  emptyHint: "Files and folders that others share with you appear here.",
} as const;
