import type { HelpArticle } from "@atrium/i18n";

export const en: readonly HelpArticle[] = [
  {
    slug: "drive",
    order: 70,
    title: "Files in Drive",
    summary: "Upload, download and delete your files.",
    body: [
      "Open Drive in the rail on the left. Drop files on the page or use the Upload button; each shows its progress and can be stopped. What you delete can be brought back by Undo.",
      "Drive is loaded as a part of its own. If it cannot be loaded, mail goes on working, and a card offers to try again.",
    ],
  },
];
