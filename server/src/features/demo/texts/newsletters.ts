/** Newsletters: who sends them, how they look, and what they tell. All invented; pictures live at example.org. */
export interface Newsletter {
  readonly name: string;
  readonly address: string;
  readonly host: string;
  readonly style: "card" | "journal" | "shop" | "letter";
  readonly accent: string;
  readonly paper: string;
  /** Days between two issues. */
  readonly every: number;
  readonly footer: string;
  readonly subjects: readonly string[];
  readonly intros: readonly string[];
  readonly items: readonly (readonly [title: string, text: string])[];
  readonly language?: "ko";
}

export const NEWSLETTERS: readonly Newsletter[] = [
  {
    name: "The Lumen Weekly",
    address: "hello@lumenweekly.example",
    host: "images.lumenweekly.example.org",
    style: "journal",
    accent: "#b4532a",
    paper: "#fbf7f0",
    every: 7,
    footer:
      "The Lumen Weekly, 3 Lamplighter Row. You get this because you asked for it on our website.",
    subjects: [
      "The [quiet|long] return of the table lamp",
      "What [nurses|bakers|night guards] know about light",
      "[Seven|Five] streets that got it right",
      "Inside a [lens workshop|glass foundry]",
      "How dark should a [library|museum] be?",
      "The trouble with [white|blue]",
      "A city without [glare|neon]",
    ],
    intros: [
      "Good morning. This week we went to a place where the light is switched on by hand, every evening, one lamp at a time.",
      "Good morning. A reader asked us why restaurants get it so wrong. We asked three people who should know.",
      "Good morning. It was a week of small discoveries: a filter made of paper, a mirror in a chimney, a very old switch.",
    ],
    items: [
      [
        "The lamp that waited forty years",
        "A drawing from 1983 was found in a drawer, and somebody built it at last. It took two evenings and a bicycle spoke.",
      ],
      [
        "Daylight, measured by children",
        "A school gave every class a light meter. The results hang in the corridor and have already moved one blackboard.",
      ],
      [
        "Street lights on demand",
        "In one small town the lamps come on when somebody walks by. The owls approve, and so does the treasurer.",
      ],
      [
        "A short history of the dimmer",
        "It began with a bucket of salt water on a theatre stage. Please do not try this at home.",
      ],
      [
        "Reading light: a test",
        "We read the same novel under nine lamps. The winner costs less than the novel.",
      ],
      [
        "Why museums love grey",
        "A curator explains what the wall does to a painting, and why there are eleven greys in her office.",
      ],
      [
        "The night train's little bulb",
        "Four watts, a brass shade, and generations of readers. A farewell.",
      ],
    ],
  },
  {
    name: "Pinfold Books",
    address: "news@pinfoldbooks.example",
    host: "cdn.pinfoldbooks.example.org",
    style: "shop",
    accent: "#22577a",
    paper: "#eef4f7",
    every: 14,
    footer:
      "Pinfold Books, an independent shop. Prices include VAT. You can leave this list at any time.",
    subjects: [
      "[New|Fresh] on the shelf: [autumn reading|ten books for long evenings|the table by the window]",
      "[Signed copies|Three events] this month",
      "Our [staff|readers] recommend",
      "The [winter|summer] catalogue is here",
    ],
    intros: [
      "These are the books that did not make it back to the shelf because one of us was still reading.",
      "Rain outside, tea inside: here is what arrived this fortnight.",
      "Order until Thursday and it is with you for the weekend.",
    ],
    items: [
      ["The Cartographer's Lunch", "A novel in twelve meals. Hardback, 288 pages, 18.50"],
      ["Salt, Rope, Weather", "Three generations of a ferry crossing. Paperback, 240 pages, 11.90"],
      ["Small Bridges", "Photographs of bridges that you can cross in five steps. 34.00"],
      ["Grammar for the Impatient", "Everything you need, on ninety-six pages. 9.80"],
      ["The Owl Who Kept the Books", "For children from five, and for accountants. 14.00"],
      ["A Garden on the Roof", "What grows in wind, with a calendar. 22.00"],
    ],
  },
  {
    name: "Copperleaf Metalwork",
    address: "post@copperleaf.example",
    host: "media.copperleaf.example.org",
    style: "card",
    accent: "#8a4b2a",
    paper: "#f6efe9",
    every: 30,
    footer: "Copperleaf Metalwork. You receive this as a customer; one click and we stop.",
    subjects: [
      "From the workshop: [new finishes|brass again|a quieter bracket]",
      "[Lead times in|Our plans for] the coming months",
      "Samples you can [touch|borrow]",
    ],
    intros: [
      "The new bath for dark bronze is running, and the first pieces came out better than our samples.",
      "We have a second pair of hands at the lathe now, which brings small orders down to two weeks.",
    ],
    items: [
      [
        "Dark bronze, matt",
        "For rails and holders. No fingerprints, no reflections. Samples on request.",
      ],
      ["The short rod", "Twelve centimetres, for low ceilings. It fits every holder since 2016."],
      ["Open workshop", "Last Friday of the month, from two o'clock. There is cake."],
      [
        "Repair instead of replace",
        "Send us the old holder: we straighten it, clean it, and it goes back within a week.",
      ],
    ],
  },
  {
    name: "Fennel & Rye",
    address: "kitchen@fennelandrye.example",
    host: "pictures.fennelandrye.example.org",
    style: "letter",
    accent: "#4c7a34",
    paper: "#f4f8ef",
    every: 7,
    footer: "Fennel & Rye, recipes on Fridays. Printed on nothing.",
    subjects: [
      "Friday: [lentils with everything|a soup for [grey|busy] days|bread without kneading]",
      "Friday: what to do with [too many apples|one cabbage|stale bread]",
      "Friday: [dumplings|noodles] in [half an hour|twenty minutes]",
    ],
    intros: [
      "One pot, no trick. If you have an onion and half an hour, you have dinner.",
      "A neighbour brought a bucket of apples. By Sunday there was not one left, and this is how.",
    ],
    items: [
      [
        "You need",
        "Two onions, a spoon of mustard, 300 g lentils, a carrot, stock, a little vinegar at the end.",
      ],
      [
        "It goes like this",
        "Brown the onions slowly, really slowly. Add everything else except the vinegar. Wait. Now the vinegar.",
      ],
      ["And tomorrow", "Cold, with an egg on top. Some say it is better."],
      [
        "A reader writes",
        '"I forgot the carrot and nobody noticed." We noticed, but it is all right.',
      ],
    ],
  },
  {
    name: "Kestrel Cloud",
    address: "product@kestrelcloud.example",
    host: "static.kestrelcloud.example.org",
    style: "card",
    accent: "#3b3fbf",
    paper: "#f2f3fb",
    every: 21,
    footer:
      "Kestrel Cloud. You get product news because you have an account. Change what we send in your settings.",
    subjects: [
      "What is new in [spring|autumn|this release]",
      "[Faster|Cheaper] builds, [starting today|for everybody]",
      "Your [month|quarter] with Kestrel",
    ],
    intros: [
      "Three things shipped since the last mail, and one of them you asked for.",
      "Less waiting: caches are now shared between branches.",
    ],
    items: [
      [
        "Shared caches",
        "A build on a new branch starts with what main already has. Most projects save about a third.",
      ],
      [
        "Logs you can search",
        "Type a word, get the line. It works while the build is still running.",
      ],
      ["A calmer notification mail", "One mail per failure, not one per attempt."],
      ["Keys that expire", "Deploy keys may have an end date now. We remind you a week before."],
    ],
  },
  {
    name: "한가랑 갤러리",
    address: "news@hangarang-gallery.example",
    host: "img.hangarang-gallery.example.org",
    style: "journal",
    accent: "#7a2e4d",
    paper: "#faf4f6",
    every: 20,
    language: "ko",
    footer:
      "한가랑 갤러리 소식지입니다. 수신을 원하지 않으시면 아래에서 언제든 해지하실 수 있습니다.",
    subjects: [
      "[이달의|새로운] 전시를 소개합니다",
      "[주말|저녁] 특별 관람 안내",
      "작가와의 대화에 [초대합니다|오세요]",
    ],
    intros: [
      "바람이 선선해졌습니다. 이번 달에는 빛과 종이에 관한 전시를 준비했습니다.",
      "저녁 시간에도 전시를 보실 수 있도록 매주 금요일 밤 아홉 시까지 문을 엽니다.",
    ],
    items: [
      ["종이의 시간", "한지 작가 여섯 명이 보여 주는 얇고 오래가는 것들. 1전시실."],
      ["빛을 담는 그릇", "백자와 조명이 만나는 작은 방. 하루 다섯 번, 해설이 있습니다."],
      ["작가와의 대화", "전시를 준비하며 버린 것들에 대한 이야기. 토요일 오후 세 시."],
      ["어린이 공방", "그림자놀이를 직접 만들어 봅니다. 여덟 살부터."],
    ],
  },
  {
    name: "오늘의 부엌",
    address: "letter@today-kitchen.example",
    host: "img.today-kitchen.example.org",
    style: "letter",
    accent: "#b0612b",
    paper: "#fdf6ee",
    every: 10,
    language: "ko",
    footer: "오늘의 부엌은 열흘에 한 번 찾아갑니다.",
    subjects: [
      "[열흘의|이번] 밥상: [된장찌개|무나물|들깨수제비]",
      "남은 [두부|배추|찬밥]로 [한 끼|든든한 저녁]",
    ],
    intros: [
      "비 오는 날에는 역시 국물이지요. 냉장고에 있는 것만으로 충분합니다.",
      "장을 보지 않아도 되는 저녁을 골라 보았습니다.",
    ],
    items: [
      ["재료", "두부 반 모, 애호박 하나, 된장 두 숟갈, 멸치 육수. 매운 것이 좋다면 청양고추 하나."],
      ["만드는 법", "육수가 끓으면 된장을 풀고, 단단한 것부터 넣습니다. 두부는 마지막에."],
      ["곁들이면 좋은 것", "잘 익은 열무김치. 없으면 없는 대로."],
    ],
  },
  {
    name: "Railways of the North",
    address: "offers@northrail.example",
    host: "images.northrail.example.org",
    style: "shop",
    accent: "#a11d33",
    paper: "#fff4f4",
    every: 17,
    footer:
      "Railways of the North. Offers are subject to availability. Change your choices at any time.",
    subjects: [
      "[Autumn|Spring|Winter] fares [from 19|to the coast]",
      "Sleep on the way: the [night train|new sleeper] [is back|goes further]",
      "[48 hours|This weekend] only: two for one",
    ],
    intros: [
      "Window seats, real tables, and a kitchen on board: book until Sunday.",
      "The coast line is open again after the works, with three more trains a day.",
    ],
    items: [
      ["To the coast", "Two hours ten, from 19. Bicycles travel free until the end of the month."],
      ["To the mountains", "Night train with breakfast, from 49 in the shared cabin."],
      [
        "Group of four",
        "Travel with three friends and pay for two and a half. We cannot explain it, it just adds up.",
      ],
      ["Lounge", "With any first-class ticket. There is soup."],
    ],
  },
];
