import type { HelpArticle } from "@atrium/i18n";

export const en: readonly HelpArticle[] = [
  {
    slug: "mail",
    order: 10,
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
      { heading: "Sort it further" },
      {
        list: [
          "Labels, key l: a conversation may have several, each with a colour and a list of its own beside the folders.",
          "Snooze, key b: a conversation waits in Snoozed and comes back on top of the inbox at the hour you choose, or sooner when somebody answers.",
          "Pin, key =: it stays on top of its list.",
          "Mute, key m: it goes to Archive, and so does what still comes in it.",
          "Drag conversations onto a folder or a label to put them there.",
        ],
      },
      { heading: "Mail of several accounts" },
      "Shared accounts, such as one for support, stand below your own folders. All inboxes shows them and yours as one list. Where you may only read, Atrium says so.",
    ],
  },
  {
    slug: "search",
    order: 20,
    title: "Find a mail",
    summary: "Words, phrases, conditions, and searches that you keep.",
    body: [
      "Press / and type. Of the last word the beginning is enough; words in quotation marks have to stand side by side. Trash and Junk are left out unless you ask for them.",
      {
        keys: [
          ["from:carol", "mail from Carol; also to:, cc:, subject:"],
          ["in:archive", "in one folder; in:anywhere for all of them"],
          ["label:plans", "with this label"],
          ["has:attachment", "with files"],
          ["is:unread", "also is:starred, is:answered, is:pinned"],
          ["date:last-week", "also before:, after:, or a day such as 2026-03-05"],
          ["larger:5MB", "large mail"],
          ["-from:bob", "a hyphen leaves something out"],
          ["hare OR fox", "one of the two"],
        ],
      },
      "The newest results are shown at once. How many there are is counted after that, which takes a moment in a large mailbox.",
      "Save search keeps a search below your folders, on every device.",
    ],
  },
  {
    slug: "keys",
    order: 40,
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
          ["b / = / m", "snooze / pin on top / mute"],
          ["l / v", "label / move to a folder"],
          ["Shift+I / Shift+U", "mark as read / unread"],
          ["c", "write a mail"],
          ["r / a / f", "reply / reply to all / forward"],
          ["z", "undo"],
          ["/", "search"],
          ["g then i", "go to the inbox"],
          ["g then u", "go to all inboxes"],
          ["Ctrl+K", "find any command"],
          ["?", "show all shortcuts"],
        ],
      },
    ],
  },
  {
    slug: "remote-images",
    order: 50,
    title: "Why pictures in a mail are missing",
    summary:
      "Pictures on other servers tell a sender that you opened the mail, so they are loaded only when you allow it.",
    body: [
      "Many mails do not carry their pictures but name an address on a server. Loading it tells that server when, where and on what device you read. So Atrium leaves them out until you allow them.",
      "Choose Show images above the mail, or Always from this sender where the sender is verified. Your own server then fetches the pictures from the foreign server in your place: the sender may learn that the mail was read, but not where or on what device.",
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
];
