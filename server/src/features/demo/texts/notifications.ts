/** Mails that machines write. `lines` become the body, `facts` a small table. */
export interface Notification {
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly facts: readonly (readonly [string, string])[];
  readonly button: string;
  readonly accent: string;
  readonly html: boolean;
  readonly weight: number;
  readonly language?: "ko";
}

/** Slots: build, branch, host, ticket, item, project, person, day, time, n, n2, amount, month. */
export const NOTIFICATIONS: readonly Notification[] = [
  {
    name: "Kestrel Cloud",
    address: "builds@kestrelcloud.example",
    subject: "Failed: website #{build} ({branch})",
    lines: [
      "The build #{build} of website on branch {branch} failed after {n2} minutes.",
      '[Step "test": {n} of 214 tests failed.|Step "links": {n} links lead nowhere.|Step "images": {n2} pictures are larger than 400 kB.]',
    ],
    facts: [
      ["Branch", "{branch}"],
      ["Started by", "{person}"],
      ["Duration", "{n2} min {n} s"],
    ],
    button: "Open the log",
    accent: "#b3261e",
    html: true,
    weight: 3,
  },
  {
    name: "Kestrel Cloud",
    address: "builds@kestrelcloud.example",
    subject: "Fixed: website #{build} ({branch})",
    lines: [
      "The build #{build} of website on branch {branch} passed again. All 214 tests are green.",
    ],
    facts: [
      ["Branch", "{branch}"],
      ["Started by", "{person}"],
      ["Duration", "{n2} min {n} s"],
    ],
    button: "Open the log",
    accent: "#2e7d32",
    html: true,
    weight: 2,
  },
  {
    name: "Workboard",
    address: "notify@workboard.example",
    subject: 'WB-{ticket}: {person} commented on "{item} for {project}"',
    lines: [
      '{person} wrote: "[The drawing is updated, please check the heights.|Can we close this?|Waiting for the client, I will ask on {day}.|Done on site, photos are in the folder.|Who orders the missing lenses?]"',
    ],
    facts: [
      ["Board", "{project}"],
      ["Column", "[Doing|Waiting]"],
      ["Due", "{day}"],
    ],
    button: "Open the card",
    accent: "#0b7a75",
    html: true,
    weight: 4,
  },
  {
    name: "Workboard",
    address: "notify@workboard.example",
    subject:
      'WB-{ticket}: ["{item} for the {room}" is yours now|{person} moved "{item} for the {room}" to Done]',
    lines: ['{person} changed the card "{item} for the {room}" on the board {project}.'],
    facts: [
      ["Board", "{project}"],
      ["Due", "{day2}"],
    ],
    button: "Open the card",
    accent: "#0b7a75",
    html: true,
    weight: 2,
  },
  {
    name: "Monitor",
    address: "monitor@status.example.net",
    subject: "DOWN: {host}",
    lines: ["{host} did not answer three times in a row."],
    facts: [
      ["Checked from", "two places"],
      ["Since", "{n2} minutes"],
    ],
    button: "Show the graph",
    accent: "#b3261e",
    html: false,
    weight: 1,
  },
  {
    name: "Monitor",
    address: "monitor@status.example.net",
    subject: "[UP: {host}|UP: {host} after {n} minutes]",
    lines: ["{host} answers again. It was away for {n} minutes."],
    facts: [
      ["Checked from", "two places"],
      ["Answer", "{n2}0 ms"],
    ],
    button: "Show the graph",
    accent: "#2e7d32",
    html: false,
    weight: 2,
  },
  {
    name: "Lanternfield Files",
    address: "files@demo.test",
    subject:
      '{person} shared "[{project}, light plan|Photos of the {room}|Cost table {month}]" with you',
    lines: ["{person} shared [a folder|a file] with you. You may [read it|read and change it]."],
    facts: [
      ["Size", "{n2}.{n} MB"],
      ["Changed", "{day}, {time}"],
    ],
    button: "Open",
    accent: "#7a5b12",
    html: true,
    weight: 3,
  },
  {
    name: "Meeting room",
    address: "rooms@demo.test",
    subject: "Booked: [large room|small room|workshop], {day} {time}",
    lines: ["Your booking is confirmed. Please leave the room as you would like to find it."],
    facts: [
      ["When", "{day}, {time}"],
      ["For", "{n2} people"],
    ],
    button: "Change the booking",
    accent: "#2f5d3a",
    html: false,
    weight: 2,
  },
  {
    name: "다솜물류",
    address: "notice@dasom-logis.example",
    subject: "배송 안내: {project} {n}박스 [출발|도착 예정|배송 완료]",
    lines: [
      "고객님의 물품이 [출고되었습니다|배송 중입니다|배송 완료되었습니다]. 운송장 번호 {build}{ticket}.",
    ],
    facts: [
      ["수량", "{n}박스"],
      ["예정", "{day} {time}"],
    ],
    button: "배송 조회",
    accent: "#1f5fa8",
    html: true,
    weight: 2,
    language: "ko",
  },
  {
    name: "Domain registry",
    address: "renewals@registry.example.org",
    subject: "Renewal of lanternfield.example in {n} days",
    lines: [
      "The domain lanternfield.example renews by itself in {n} days. You do not need to do anything as long as your payment details are right.",
    ],
    facts: [
      ["Period", "one year"],
      ["Amount", "{amount}"],
    ],
    button: "Check the details",
    accent: "#5a3d8a",
    html: false,
    weight: 1,
  },
];

/** Shops and services that send receipts. Slots as above. */
export const SHOPS: readonly {
  readonly name: string;
  readonly address: string;
  readonly accent: string;
  readonly goods: readonly (readonly [string, number])[];
  readonly language?: "ko";
}[] = [
  {
    name: "Railways of the North",
    address: "tickets@northrail.example",
    accent: "#a11d33",
    goods: [
      ["Return, coast line, 2nd class", 58],
      ["Seat reservation", 6],
      ["Night train, shared cabin", 49],
      ["Day ticket, bicycle", 7],
    ],
  },
  {
    name: "Pinfold Books",
    address: "orders@pinfoldbooks.example",
    accent: "#22577a",
    goods: [
      ["Small Bridges", 34],
      ["Grammar for the Impatient", 9.8],
      ["Salt, Rope, Weather", 11.9],
      ["Gift wrapping", 2],
    ],
  },
  {
    name: "Deskmoor Office Supplies",
    address: "shop@deskmoor.example",
    accent: "#2a6f3e",
    goods: [
      ["Printer paper, 5 packs", 24.5],
      ["Yellow toner", 89],
      ["Drawing pens, set of 6", 17.4],
      ["Archive boxes, 20", 31],
      ["Chair castors, hard floor", 22],
    ],
  },
  {
    name: "Sablecrest Hosting",
    address: "billing@sablecrest.example",
    accent: "#30336b",
    goods: [
      ["Server, 4 cores, one month", 39],
      ["Backup space, 500 GB", 12],
      ["Domain, one year", 14],
    ],
  },
  {
    name: "Marrow & Finch Catering",
    address: "hello@marrowfinch.example",
    accent: "#7d4e57",
    goods: [
      ["Lunch, 8 people", 112],
      ["Coffee and cake, 20 people", 95],
      ["Soup of the day, 5 l", 38],
    ],
  },
  {
    name: "별빛전기",
    address: "order@byeolbit.example",
    accent: "#1d4e89",
    goods: [
      ["LED 드라이버 40W", 48000],
      ["레일 3회로 2m", 62000],
      ["렌즈 24도", 9000],
      ["연결봉 12cm", 5500],
    ],
    language: "ko",
  },
];

/** What lands in Junk: clumsy, harmless, recognisable. */
export const JUNK: readonly {
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly language?: "ko";
}[] = [
  {
    name: "Prize Department",
    address: "winner@lucky-draw.example.net",
    subject: "[CONGRATULATIONS|Final notice]: you have [WON|been selected] !!!",
    lines: [
      "Dear lucky Winner,",
      "your address was drawn from {n2} millions. To receive your {amount} kindly confirm your full name, address and the number of your card at the page below before {day}.",
    ],
  },
  {
    name: "Mail Administrator",
    address: "support@mail-quota.example.net",
    subject: "Your mailbox is [99|98] % full, act now",
    lines: [
      "Dear user,",
      "your mailbox will be closed within {n} hours. Press the button and enter your password to keep your messages.",
    ],
  },
  {
    name: "SEO Masters",
    address: "growth@rank-higher.example.com",
    subject: "[Quick question about|I looked at] lanternfield.example",
    lines: [
      "Hi there,",
      "I was [browsing|looking at] your website and found {n} mistakes that cost you customers. We bring you to page one within {n2} days, guaranteed. When may I call?",
    ],
  },
  {
    name: "Miracle Lamps Ltd",
    address: "sales@lamps-wholesale.example.net",
    subject: "LED LAMP FACTORY PRICE [0.{n}|1.{n}] USD",
    lines: [
      "Dear purchasing manager,",
      "we are professional manufacturer of lamp since 20 years. All kind, all colour, best quality. Catalogue is waiting for you kindly reply.",
    ],
  },
  {
    name: "대박 재테크",
    address: "info@jackpot-money.example.net",
    subject: "(광고) 하루 [10분|5분]으로 월 {n}00만 원",
    lines: ["지금 신청하시면 선착순 {n}명에게 무료로 알려 드립니다. 아래 주소를 눌러 주세요."],
    language: "ko",
  },
  {
    name: "Express Parcel",
    address: "delivery@parcel-fee.example.com",
    subject: "Your parcel is on hold: fee of [1.{n}|2.{n}] required",
    lines: [
      "We tried to deliver your parcel on {day}. A small fee is open. Pay within {n} hours or it returns to the sender.",
    ],
  },
];
