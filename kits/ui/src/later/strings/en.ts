export const en = {
  laterToday: "Later today",
  tomorrow: "Tomorrow",
  weekend: "This weekend",
  nextWeek: "Next week",
  hour: "{name}, {time}",
  pickTime: "Pick date and time",
} as const;
