/** Public mailing lists that Alice and Bob read: a topic, an opening, answers. All invented. */
export interface MailingList {
  readonly name: string;
  readonly address: string;
  readonly id: string;
  readonly writers: readonly (readonly [name: string, address: string])[];
  readonly topics: readonly {
    readonly subject: string;
    readonly opening: readonly string[];
    readonly answers: readonly string[];
  }[];
}

export const MAILING_LISTS: readonly MailingList[] = [
  {
    name: "gallery-light",
    address: "gallery-light@lists.example.org",
    id: "gallery-light.lists.example.org",
    writers: [
      ["Ruth Anselm", "ruth@anselm.example.net"],
      ["Jonas Petrik", "jpetrik@kunsthalle.example"],
      ["Wei Lan", "weilan@lightlab.example.edu"],
      ["Desmond Achebe-Hall", "dah@fieldmuseum.example"],
      ["L. Moreau", "l.moreau@conservation.example.org"],
      ["Ingrid Falk", "ingrid.falk@example.net"],
    ],
    topics: [
      {
        subject: "Measuring annual exposure without a logger",
        opening: [
          "we have about forty rooms and six loggers. Moving them around for a year gives me gaps that I do not trust. Has anybody estimated the annual dose from a few weeks of measurement and the sun position? How far off were you in the end?",
        ],
        answers: [
          "We did that for two winters. Against a logger that stayed the whole year we were 12 % low, nearly all of it from three sunny weeks in March.",
          "Blinds are the problem, not the sun. If people can move them by hand, no model will save you.",
          "I would rather use dosimeter cards: cheap, one per room, read twice a year. They drift, but all in the same direction.",
          "Seconding the cards. We calibrate one of them against the logger, that takes care of the drift.",
          "Thank you all, cards it is. I will report back in a year.",
        ],
      },
      {
        subject: "Flicker below 10 % on phase-cut dimmers",
        opening: [
          "I have inherited a gallery with phase-cut dimmers and brand-new LED lamps that were sold as dimmable. Above ten per cent all is well, below it is a disco. Is there anything to do short of replacing the dimmers?",
        ],
        answers: [
          "Add a base load to each circuit. A single old halogen in the plant room calmed ours down, as silly as it looks.",
          "Check whether they are leading or trailing edge. Half of our trouble went away with a switch on the back.",
          "Base load helps, but it eats what the LEDs save. We replaced the dimmers in the end and should have done it at once.",
          "It was leading edge. Switched it over, clean down to four per cent. Thank you!",
        ],
      },
      {
        subject: "Light levels for photographs: 50 lux for how long?",
        opening: [
          "a lender asks for 50 lux and not more than three months for gelatin silver prints, and twelve months of rest afterwards. That seems very strict to me. What do other houses agree to?",
        ],
        answers: [
          "Six months at 50 lux is what we usually agree on for black and white. Colour is another story.",
          "Three months is what I would ask for hand-coloured prints. Ask whether some of them are.",
          "The rest period matters less than the sum. Offer them 30 lux for five months; it is the same dose and the visitors adapt.",
          "30 lux works if the room before it is dark enough. Our entrance has a little corridor just for the eyes.",
          "They accepted five months at 30 lux. Good advice.",
        ],
      },
      {
        subject: "Track spots with exchangeable lenses, who makes good ones?",
        opening: [
          "we would like to buy once and keep it for fifteen years, so lenses, drivers and holders should be exchangeable without tools. What are you happy with?",
        ],
        answers: [
          "Whatever you choose, buy ten per cent more lenses than lamps. In five years the maker will have changed the thread.",
          "Ask for the spare-part list in writing, with prices. The answer tells you a lot.",
          "We had one made by a local workshop: a simple ring, three magnets. It fits everything.",
          "A drawing of that ring would be most welcome!",
          "I have put the drawing into the list's archive. Free to use, please send improvements.",
        ],
      },
      {
        subject: "Summer meeting: programme",
        opening: [
          "the programme of the summer meeting is settled: two days of talks, one day in the workshops. Registration opens on Monday. As always there are places for students without a fee, please pass it on.",
        ],
        answers: [
          "Registered. Looking forward to the workshop on daylight models.",
          "Will the talks be recorded for those of us who cannot come?",
          "Yes, all except one, where pictures of loans are shown.",
          "Could we have a table for exchanging old parts again? Last year I went home with exactly what I needed.",
        ],
      },
    ],
  },
  {
    name: "selfhost-talk",
    address: "talk@selfhosting.example.org",
    id: "talk.selfhosting.example.org",
    writers: [
      ["Petra Uhlmann", "petra@uhl.example"],
      ["karsten", "karsten@k4.example.net"],
      ["Ana Beltrão", "ana.beltrao@example.com"],
      ["Toru Hayashida", "toru@hayashida.example.jp"],
      ["Nils Oberg", "nils@oberg.example.se"],
    ],
    topics: [
      {
        subject: "Backups: how often do you really test a restore?",
        opening: [
          "be honest. We make them every night, and I have restored exactly twice in four years: once by accident, once because I had to. What is your routine?",
        ],
        answers: [
          "First Monday of the month, into a virtual machine, and somebody who did not write the script has to do it. That found more mistakes than anything else.",
          "Every night, automatically: restore the newest backup, start it, ask it one question, delete it. Took an afternoon to set up.",
          "What question do you ask it?",
          "How many messages there are, and whether the newest one is from yesterday. If not, I get a mail on the other server.",
          "Stolen with thanks.",
        ],
      },
      {
        subject: "Moving 40 mailboxes in one evening",
        opening: [
          "next month we move forty mailboxes to our own machine, about 300 GB. I plan to copy twice, once a week before and once on the evening itself, and switch the MX in between. What will go wrong?",
        ],
        answers: [
          "The one person with 90,000 messages in one folder. Start with that one.",
          "Lower the TTL of the MX three days before, not three hours.",
          "Folder names with slashes in them.",
          "Tell people the evening before, the morning of it, and again one hour before. Somebody will still call.",
          "Done! One folder with a slash, one call, everything else went as you said. Thank you.",
        ],
      },
      {
        subject: "Disk full at 3 in the morning",
        opening: [
          "the classic: a log that nobody rotated. I would like to be woken before it happens, not after. What do you watch?",
        ],
        answers: [
          "Not the percentage but the days left at the present rate. Ninety per cent can be a year or an hour.",
          "A file of five gigabytes that does nothing. When it is three in the morning, delete the file and go back to bed.",
          "The five-gigabyte file is genius and I am ashamed that I never thought of it.",
          "Also count inodes. Ask me how I know.",
        ],
      },
      {
        subject: "IPv6 only at home, a report after one year",
        opening: [
          "I switched off IPv4 inside the house a year ago. Almost everything works. What does not: one printer, one game console, and a heating controller that I will replace anyway. Longer report on my page.",
        ],
        answers: [
          "Which translation do you use for the old corners of the internet?",
          "The one that came with the router. I expected trouble and there was none.",
          "My printer speaks IPv6 but prints the address on every page. I have come to like it.",
        ],
      },
    ],
  },
];
