import type { HelpArticle } from "@atrium/i18n";

export const en: readonly HelpArticle[] = [
  {
    slug: "drive",
    order: 70,
    title: "Keep files in Drive",
    summary: "Upload, download and delete your files.",
    body: [
      "Open Drive on the left. Drop files on the page or choose Upload; each shows its progress and can be stopped. Undo restores what you delete.",
      { heading: "Files of someone who leaves" },
      "When an administrator removes someone, what they shared is no longer shared. If the administrator gives their files to you, they are in a folder with that person’s name in your drive. They stay with you even if the person is restored.",
      { heading: "If Drive doesn’t open" },
      "Drive loads separately. If it can’t be loaded, everything else keeps working, and you can try again.",
    ],
  },
];
