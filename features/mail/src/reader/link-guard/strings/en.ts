/** The question before a link of a message is followed that gives reason for one. */
export const en = {
  title: "Open {host}?",
  phishing: "This message was reported as phishing. The link leads to:",
  sender: "The sender may not be who they claim to be. The link leads to:",
  junk: "This message is in Junk. The link leads to:",
  open: "Open anyway",
  stay: "Stay",
} as const;
