export const en = {
  snoozeUntil: "Snooze until",
} as const;
