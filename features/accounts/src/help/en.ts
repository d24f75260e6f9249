import type { HelpArticle } from "@atrium/i18n";

export const en: readonly HelpArticle[] = [
  {
    slug: "sign-in",
    order: 60,
    title: "Signing in, passwords and sessions",
    summary: "Password, passkey and code, and how to end a session on another device.",
    body: [
      "You sign in with your mail address and your password, or with a passkey. After ten wrong tries within a quarter of an hour you have to wait until it is over; the page says how long.",
      { heading: "Your password" },
      "Change it under Settings, Security. It needs at least 12 characters and must not be easy to guess; a few words in a row are easy to remember and hard to guess. Changing it ends all your other sessions.",
      { heading: "Passkeys" },
      "A passkey lets you in with your finger, your face or a screen lock, without the password. Add one under Settings, Security, on each device that you use. It works where Atrium has a name and https in front of it.",
      { heading: "Two-step sign-in" },
      "Turn it on under Settings, Security, and signing in also asks for a code of an authenticator app on your phone. Keep the recovery codes: each lets you in once when the phone is lost. Your organisation may ask for two steps; a passkey is enough then, too.",
      "Mail programs cannot ask for a code. Give each of them an app password of its own, and let it use no more than it needs: only mail, the address book or the drive, or only reading.",
      { heading: "Your sessions" },
      "Settings, Security lists each browser that is signed in with your account. End the ones that you do not know, then change your password. Recent sign-ins, also those that failed, stand there, too.",
      "On a computer that is not yours, turn off Keep mail on this device there, and sign out when you go.",
      "Forgotten? An administrator of your organisation can set a new password. Nobody can read the old one.",
    ],
  },
];
