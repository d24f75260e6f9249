import type { HelpArticle } from "@atrium/i18n";

export const en: readonly HelpArticle[] = [
  {
    slug: "drive",
    order: 70,
    title: "Keep files in Drive",
    summary: "Upload, find, move and delete your files.",
    body: [
      "Open Drive on the left. Choose New to make a folder or to upload files or a whole folder, or drop them on the page. If a name is already used, you choose once for all of them: keep both, replace, or skip.",
      "Large files go up in parts. If the connection breaks, the upload waits and continues. If you close the window, upload the same file again within seven days: it continues where it was.",
      "Click selects, double-click opens. Drag files to a folder, to the path above the list or to the folders on the left, or choose Move to…. Right-click or the three dots show everything you can do.",
      "Download saves a file as it is. Folders, and several files at once, come as one ZIP file.",
      "The search box finds files and folders anywhere in your drive by part of their name. The button beside it shows files as a grid.",
      {
        keys: [
          ["enter", "Open a folder, download a file"],
          ["x", "Select"],
          ["mod+a", "Select everything"],
          ["f2", "Rename"],
          ["v", "Move to…"],
          ["c", "Copy to…"],
          ["delete", "Delete"],
          ["u", "Go to the folder above"],
          ["/", "Search"],
          ["z", "Undo"],
        ],
      },
      { heading: "Share files and folders" },
      "Choose Share… in the menu of a file or folder, add people or groups of your organisation, and choose their role. Viewers open and download, editors also change, add and delete, and managers also share it with others. They see this file or this folder with everything in it, and nothing else. An end date is up to you: access then ends automatically.",
      "The same window shows who has access. Change their role or end date there, or remove their access. What is shared through a folder above is changed at that folder. A small picture of two people marks what you share.",
      { heading: "Files that others share with you" },
      "Shared with me lists the files and folders that others have given you access to, with who shares them and what you may do: a viewer opens, downloads and copies them, an editor also changes, adds and deletes, a manager also shares them with others. The number beside it counts what is new. On a phone, the button beside the search box leads there.",
      "The drives of shared mailboxes that you are a member of are below, each with its own Trash. Dragging something to another drive copies it. What you delete in someone else’s folder moves to their Trash, and only they can restore it. If you no longer have access, the owner has stopped sharing it or deleted it.",
      { heading: "Deleted files" },
      "Deleted files and folders move to Trash: on the left below your folders, or on a phone above the list. Restore puts them back where they were, and they are shared as before. Trash says after how many days its contents are permanently deleted; until then they use storage.",
      { heading: "Files of someone who leaves" },
      "When an administrator removes someone, what they shared is no longer shared. If the administrator gives their files to you, they are in a folder with that person’s name in your drive. They stay with you even if the person is restored.",
      { heading: "If Drive doesn’t open" },
      "Drive loads separately. If it can’t be loaded, everything else keeps working, and you can try again.",
    ],
  },
];
