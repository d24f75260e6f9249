import type { HelpArticle } from "@atrium/i18n";

export const en: readonly HelpArticle[] = [
  {
    slug: "drive",
    order: 70,
    title: "Keep files in Drive",
    summary: "Upload, download and delete your files.",
    body: [
      "Open Drive on the left. Drop files on the page or choose Upload; each shows its progress and can be stopped. Undo restores what you delete.",
      "Drive loads separately. If it can’t be loaded, everything else keeps working, and you can try again.",
    ],
  },
];
