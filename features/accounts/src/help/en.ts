import type { HelpArticle } from "@atrium/i18n";

export const en: readonly HelpArticle[] = [
  {
    slug: "sign-in",
    order: 60,
    title: "Sign in and keep your account safe",
    summary: "Password, passkeys, two-step sign-in and signing out of other devices.",
    body: [
      "Sign in with your email address and password, or with a passkey. After ten wrong attempts within 15 minutes you have to wait; the page shows how long.",
      { heading: "Your password" },
      "Change it in Settings → Security. Use at least 12 characters; several unrelated words make a good one. Changing it signs you out everywhere else.",
      { heading: "Passkeys" },
      "With a passkey you sign in with your fingerprint, face or screen lock instead of a password. Add one in Settings → Security on each device you use. Passkeys only work when Atrium is opened by name at an https:// address.",
      { heading: "Two-step sign-in" },
      "Turn it on in Settings → Security to also enter a code from your phone when you sign in. Keep the recovery codes: each one lets you sign in once if you lose your phone. If your organisation requires two-step sign-in, a passkey is enough.",
      "Mail apps can’t ask for a code. Give each one a separate app password, and only the access it needs.",
      { heading: "Where you are signed in" },
      "Settings → Security lists every browser that is signed in to your account, and recent sign-ins, including failed ones. Sign out any session you don’t recognise, then change your password.",
      "On a computer that is not yours, turn off Keep email on this device there, and sign out when you leave.",
      "Your organisation can decide how long you stay signed in and whether browsers keep email. The setting is then locked and shows the reason.",
      { heading: "Forgotten your password?" },
      "Add a recovery address under Settings, Security, while you are signed in: an address at another provider, which you confirm with a code. When you forget your password, choose Forgot your password? on the sign-in page. We send a link to the recovery address; it works once, for 30 minutes. Two-step sign-in still asks for its code.",
      "Without a recovery address, an administrator of your organisation can set a new password. Nobody can read the old one.",
    ],
  },
];
