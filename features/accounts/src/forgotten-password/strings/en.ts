export const en = {
  title: "Forgot your password?",
  lead: "Enter your email address. If you set a recovery address, we’ll send a link there.",
  send: "Send link",
  sent: "Check your recovery address",
  sentMore:
    "If {address} has a recovery address, a link to set a new password is on its way there. It works for 30 minutes.",
  noMail:
    "Nothing there? Look in the junk folder. Without a recovery address, ask your administrator for a new password.",
  another: "Use another address",
} as const;
