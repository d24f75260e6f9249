import { plural } from "@atrium/i18n";

export const en = {
  reason: "Reason",
  reasonHint: "Shown to everyone affected, next to the setting.",
  save: "Save",
  saved: "Policies saved",
  sessions: "Staying signed in",
  sessionsMore:
    "If you shorten this, browsers past the new limit are signed out immediately, possibly including this one.",
  sessionIdle: "Sign out after no activity for",
  sessionMax: "Always sign out after",
  longest: "{time} (maximum)",
  device: "Email on devices",
  deviceMore:
    "Email kept in the browser opens instantly and can be read offline. If you don’t allow this, what browsers have kept is deleted as soon as they connect.",
  mayKeep: "Allow browsers to keep email",
  forwarding: "Forwarding",
  forwardingMore:
    "Rules can forward email to other addresses. If you don’t allow addresses outside your organisation, email that a rule would forward there stays in the inbox.",
  mayForward: "Allow forwarding to addresses outside the organisation",
  publicLinks: "Public links",
  publicLinksMore:
    "People can share files and folders by links that open without signing in. If you don’t allow links any more, existing ones stop working. A shorter expiry also ends existing links.",
  mayLink: "Allow public links",
  linkPassword: "Require a password",
  linkExpiry: "Links end after",
  linkNoExpiry: "No limit",
  secondFactor: "Two-step sign-in",
  factorMore:
    "People who need it can’t do anything else until they have set it up. Mail apps keep working with their app passwords.",
  factorFor: "Who needs it",
  nobody: "Nobody",
  administrators: "Administrators",
  everybody: "Everyone",
  factorFrom: "Starting",
  factorFromMore: "Until then, people are reminded once a day.",
  atOnce: "Now",
  inDays: "In {count} days",
  factorOwnFirst: "First turn on two-step sign-in for yourself, or add a passkey, under Security.",
  required: "Required from {date}",
  missing: ({ count }: { count: number }) =>
    count === 0
      ? "Everyone who needs it has set it up."
      : plural(count, {
          one: "{count} person hasn’t set it up yet.",
          other: "{count} people haven’t set it up yet.",
        }),
} as const;
