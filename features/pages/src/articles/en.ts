import type { Article } from "./article.ts";

export const en: readonly Article[] = [
  {
    slug: "mail",
    title: "Read and sort your mail",
    summary: "Folders, conversations, stars, archive, and taking an act back.",
    body: [
      "The main window has three panes: folders on the left, the conversations of the chosen folder in the middle, and the one you are reading on the right. Drag the borders between them; their places are remembered on this device.",
      { heading: "New mail" },
      "Mail appears by itself. There is nothing to reload. A conversation with unread messages is set in bold, and the folder shows how many there are.",
      { heading: "Put it away" },
      {
        list: [
          "Archive takes a conversation out of the inbox and keeps it in the Archive folder.",
          "Delete moves it to the Trash. In the Trash, deleting is for good, and Atrium asks first.",
          "A star marks what you want to find again.",
        ],
      },
      "After each act a line at the bottom offers Undo. The key z does the same.",
    ],
  },
  {
    slug: "keys",
    title: "Keyboard shortcuts",
    summary: "The keys that Gmail users know. Press ? in the mail window to see them.",
    body: [
      "Shortcuts are off while you type, and while Korean or Japanese input is being composed.",
      {
        keys: [
          ["j / k", "next / previous conversation"],
          ["o or Enter", "open"],
          ["u", "back to the list"],
          ["e", "archive"],
          ["#", "delete"],
          ["s", "star"],
          ["x", "select"],
          ["Shift+I / Shift+U", "mark as read / unread"],
          ["z", "undo"],
          ["/", "search"],
          ["g then i", "go to the inbox"],
          ["?", "show all shortcuts"],
        ],
      },
    ],
  },
  {
    slug: "remote-images",
    title: "Why pictures in a mail are missing",
    summary:
      "Pictures on other servers tell a sender that you opened the mail, so they are not loaded.",
    body: [
      "Many mails do not carry their pictures but name an address on a server. Loading it tells that server when, where and on what device you read. Atrium never asks a foreign server for anything in a mail.",
      "Pictures that travel inside the mail are shown. So are the mail's colours, type and layout.",
      { heading: "What else is taken out" },
      {
        list: [
          "scripts, forms and frames",
          "style sheets and fonts on other servers",
          "links that would run code instead of opening a page",
        ],
      },
      "Point at a link to see where it really goes. The sender's real address always stands beside the name.",
    ],
  },
  {
    slug: "sign-in",
    title: "Signing in, passwords and sessions",
    summary: "How to change your password, and how to end a session on another device.",
    body: [
      "You sign in with your mail address and your password. After several wrong tries Atrium makes you wait, longer each time; the page says how long.",
      { heading: "Your password" },
      "Change it under Settings, Security. It needs at least ten characters; a few words in a row are easy to remember and hard to guess. Changing it ends all your other sessions.",
      { heading: "Your sessions" },
      "Settings, Security lists each browser that is signed in with your account. End the ones that you do not know, then change your password.",
      "Forgotten? An administrator of your organisation can set a new password. Nobody can read the old one.",
    ],
  },
  {
    slug: "drive",
    title: "Files in Drive",
    summary: "Upload, download and delete your files.",
    body: [
      "Open Drive in the rail on the left. Drop files on the page or use the Upload button; each shows its progress and can be stopped.",
      "Drive is loaded as a part of its own. If it cannot be loaded, mail goes on working, and a card offers to try again.",
    ],
  },
];
