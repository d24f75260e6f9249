export const en = {
  notValid: "This link isn’t valid",
  notValidWhy:
    "It may be mistyped, expired or turned off. Ask the person who sent it to you for a new link.",
} as const;
