export const en = {
  isOn: "Your absence note is on",
  isOnUntil: "Your absence note is on until {date}",
  turnOff: "Turn off",
  change: "Change",
  turnedOff: "The absence note is off",
  notTurned: "The absence note could not be changed. Try again in a moment.",
} as const;
