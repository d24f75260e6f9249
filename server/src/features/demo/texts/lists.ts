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
        subject: "Cleaning lenses: what do you use?",
        opening: [
          'our lenses have a haze that water does not take off. The maker says "a soft cloth", which is what made the scratches. What do you use?',
        ],
        answers: [
          "Distilled water with a drop of detergent, then nothing but air. Never a dry cloth.",
          "Is it haze or is it age? Hold one against the light: if the edge is clear and the middle is not, it is heat and no cloth will help.",
          "It is the middle. So they have been too hot for years.",
          "Then measure before you clean the rest. We lost a third of the light that way and had simply turned everything up.",
        ],
      },
      {
        subject: "Blue dye fading faster than expected",
        opening: [
          "a cotton banner lost visible blue in eighteen months at 50 lux, which by the book should take ten years. Filters are fine, the meter is calibrated. Where would you look next?",
        ],
        answers: [
          "Who else turns on the light? Ours burned every night for the cleaners, at full.",
          "Ask the dye house of that time, if it still has its books. Some blues of the sixties are hopeless at any level.",
          "It was the cleaners. Four hours every night. There is a second switch now, and a sign.",
          "That sign should be a postcard. We would all buy it.",
        ],
      },
      {
        subject: "Small budget, one room, where to begin?",
        opening: [
          "a village museum with one room, three windows and 1,500 euros. They have never thought about light before. What would you do first?",
        ],
        answers: [
          "Curtains. Then think.",
          "Curtains, and move the textiles to the wall without a window. That costs an afternoon.",
          "With what is left: four good spots instead of twelve bad ones, and a dimmer for each.",
          "Curtains went up on Saturday and the room is already twice as nice. Thank you!",
        ],
      },
      {
        subject: "Labels that can be read at 50 lux",
        opening: [
          "visitors complain that they cannot read our labels since we went down to 50 lux. Larger type is on its way. Has anybody lit labels by themselves?",
        ],
        answers: [
          "A narrow strip above the label, 5 watts for the whole wall. It must not touch the paper beside it.",
          "Dark type on light grey, not white. White makes the eye think that the picture is dark.",
          "We hand out torches to children. The children read the labels to the parents. Best thing we ever did.",
          "Torches!",
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
        subject: "Where do you keep the passwords of a small club?",
        opening: [
          "six people, one domain, a dozen accounts, and at the moment all of it in one person's head. What works for you that everybody will really use?",
        ],
        answers: [
          "An envelope at the notary, and a manager for daily use. The envelope has been opened once and was worth it.",
          "Whatever it is, let two people practise without the third.",
          "We tried four tools. The one that stayed is the one with the phone app.",
          "Envelope and app it is. The notary laughed, but in a friendly way.",
        ],
      },
      {
        subject: "Noise: a server in the living room",
        opening: [
          "the machine has to move out of the cellar, which gets wet. The only dry place is behind the sofa. What is quiet enough to watch a film next to it?",
        ],
        answers: [
          "No fan at all and a big heat sink. Mine is a piece of furniture now.",
          "Large slow fans are quieter than small silent ones.",
          "Disks are what you hear in the end. Put the spinning ones somewhere else and look at them once a week.",
        ],
      },
      {
        subject: "Mail from my server is called spam by one provider",
        opening: [
          "SPF, DKIM and DMARC are right, the address has a clean past, and eleven of twelve providers are happy. The twelfth is where my mother is. Any ideas?",
        ],
        answers: [
          "Let her mark you as no spam, and write to you first. It is the cheapest reputation there is.",
          "Check that the name you say in EHLO resolves to the address you come from, both ways.",
          "How much do you send? Five mails a week look odd to some filters just because they know nothing about you.",
          'It was EHLO. I said "localhost", for seven years.',
          "We have all said localhost at some time.",
        ],
      },
      {
        subject: "Documentation for the one who comes after me",
        opening: [
          "I hand over a small setup next month: mail, files, a calendar. Four pages so far. What would you have wished to find?",
        ],
        answers: [
          "What it costs, when it is paid, and from which account.",
          "A list of what may break without anybody noticing for a week.",
          "The reason why things are as they are. The what I can read from the configuration.",
          "And a page of what you would do differently.",
          "Seven pages now, and the last one is the longest.",
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
