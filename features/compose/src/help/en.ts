import type { HelpArticle } from "@atrium/i18n";

export const en: readonly HelpArticle[] = [
  {
    slug: "write",
    order: 30,
    title: "Write, send and take back",
    summary: "Drafts, sending later, and the seconds in which a mail can still be stopped.",
    body: [
      "Press c to write and r to reply. What you write is saved by itself in Drafts, also when the window closes in the middle of a sentence.",
      { heading: "Undo" },
      "A mail that you send is held back for some seconds; Undo shows how many are left. Until then Undo, or the key z, brings it back to where you wrote it.",
      { heading: "Send later" },
      "The button beside Send offers an hour, or any date and time. Until then the mail stands in Scheduled, where you can change it or not send it after all.",
      { heading: "Who you are" },
      "Your name, your signature and the address for replies are set under Settings, Identities. An absence note answers while you are away.",
    ],
  },
];
