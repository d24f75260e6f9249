export const en = {
  reminded: "You’ll be reminded if no one replies by {time}",
  unanswered: "No one has replied since {date}",
  change: "Change",
  remove: "Remove reminder",
  again: "Remind me again",
  done: "Done",
} as const;
