export const en = {
  title: "Chatbot",
  none: "No chatbot answers here",
  noneMore: "The owner of this page has not set one up, or does not allow it on this site.",
} as const;
