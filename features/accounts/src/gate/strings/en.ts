export const en = {
  sessionUnread: "Atrium can’t be reached",
  sessionUnreadWhy: "The server did not answer. Your work is safe; try again in a moment.",
} as const;
