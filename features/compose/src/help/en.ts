import type { HelpArticle } from "@atrium/i18n";

export const en: readonly HelpArticle[] = [
  {
    slug: "write",
    order: 30,
    title: "Write and send a message",
    summary: "Drafts, undo send and sending later.",
    body: [
      "Press C for a new message and R to reply. What you write is saved in Drafts automatically, even if the window closes in the middle of a sentence.",
      "You write a reply below the message. The buttons at the top of the reply move it to the bottom of the window or to a new window. Settings → Writing sets where replies open. Esc takes you back to the message, Shift+Esc to your reply.",
      { heading: "Format the text" },
      "The bar below the text has fonts, sizes, colours, lists, tables and emoji; the three dots show the rest. Start a line with - or 1. to begin a list. In a table, Tab moves to the next cell. Type a colon and a word, such as :smile, to choose an emoji. Ctrl+Shift+V pastes without formatting.",
      { heading: "Templates" },
      "Save what you write often: Save as template in the menu next to Send, or Settings → Templates. To insert one, type / and its name, or press Ctrl+Shift+L. Everyone who uses a shared mailbox can use its templates.",
      "{first name}, {name}, {company}, {date} and {my name} are filled in when you insert a template. What Atrium can’t fill in stays highlighted, and you are warned before you send it.",
      { heading: "Before a message is sent" },
      "Atrium asks before it sends a message that looks wrong: without a subject or the attachment you mention, without the person you greet, to a look-alike address, to colleagues and someone outside, from a different address than the message was sent to, to many people, or when someone replied while you were writing. Choose Go back, press the button beside a point, or send it anyway. Settings → Writing sets what is checked.",
      { heading: "Undo send" },
      "Atrium waits a few seconds before it sends a message; Undo shows how many are left. Choose Undo or press Z to continue writing.",
      { heading: "Send later" },
      "Use the button next to Send to choose a time. Until then the message is in Scheduled, where you can edit or cancel it.",
      "If a colleague is out of office, it says so below the recipients before you send. To have replies go to another address, choose Replies go to in the menu next to Send.",
      { heading: "If no one replies" },
      "Remind me if no one replies, in the menu next to Send, asks by when. If no one has written by then, the message comes back to the top of your inbox; a reply cancels the reminder, an automatic one does not. For a message you have sent, it is in the message’s menu.",
      { heading: "Read receipts" },
      "Request a read receipt, in the menu next to Send, asks the recipients to tell you when they open the message. Whether they do is up to them. What comes back is shown in Sent, on the message itself. Settings → Writing asks for one with every message.",
      "If someone asks you for a receipt, Atrium sends one only when you choose Send read receipt. If it would go to another address than the message came from, it warns you.",
      { heading: "Name, signature and out of office" },
      "Set your name, signature and reply address in Settings → Identities. Settings → Out of office replies while you are away.",
    ],
  },
];
