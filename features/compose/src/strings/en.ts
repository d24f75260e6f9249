export const en = {
  title: "New message",
  toMail: "Back to mail",
  writeElsewhere: "Write with a mail program of yours",
  writeElsewhereHow:
    "This server sends what mail programs hand in. Make an app password in the settings under “Security” and sign in with it there.",
} as const;
