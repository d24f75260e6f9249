export const en = {
  snoozeUntil: "Snooze until",
  laterToday: "Later today",
  tomorrow: "Tomorrow",
  weekend: "This weekend",
  nextWeek: "Next week",
  hour: "{name}, {time}",
  pickTime: "Pick date and time",
} as const;
