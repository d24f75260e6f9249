export const en = {
  arranged: "For when this message is sent",
  remindBy: "Remind me if no one replies by",
  remind: "Set reminder",
  reminder: "Reminder if no one replies by {time}",
  changeReminder: "Change the reminder",
  removeReminder: "Remove the reminder",
  receipt: "Read receipt requested",
} as const;
