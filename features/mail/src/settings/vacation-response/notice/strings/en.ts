export const en = {
  isOn: "Your out of office reply is on",
  isOnUntil: "Your out of office reply is on until {date}",
  turnOff: "Turn off",
  change: "Change",
  turnedOff: "Out of office reply turned off",
  notTurned: "Your out of office reply could not be changed. Try again in a moment.",
} as const;
