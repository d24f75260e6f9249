export const en = {
  title: "Chatbot",
  none: "There is no chatbot here",
  noneMore: "The owner of this page has not set one up, or doesn’t allow it on this site.",
} as const;
