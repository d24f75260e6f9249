export const en = {
  title: "New message",
  toMail: "Back to mail",
  cannotSend: "This server takes mail in, but sends none",
  cannotSendMore:
    "To answer, use the mail program that you send with today. Your mail here stays as it is.",
} as const;
