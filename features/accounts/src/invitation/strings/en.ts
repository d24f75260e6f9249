export const en = {
  title: "Set your password",
  lead: "Choose a password for your account at {organisation}.",
  recoveryTitle: "Set a new password",
  recoveryLead:
    "Choose a new password for your account at {organisation}. You are then signed out everywhere else.",
  recoveryClosedWhy: "It works once and for 30 minutes, and a newer link replaces it.",
  askAgain: "Send a new link",
  yourAddress: "Your address",
  send: "Set password and sign in",
  code: "Code",
  codeHint: "From your authenticator app, or a recovery code.",
  passkeyInstead:
    "Your organisation requires your passkey, so a new password alone would not be enough. Sign in with the passkey. If you have lost it, ask your administrator to reset two-step sign-in.",
  closed: "This link no longer works",
  closedWhy:
    "It works once, for 7 days, and a newer link replaces it. Ask your administrator for another one.",
} as const;
