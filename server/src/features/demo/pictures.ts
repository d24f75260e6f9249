import { csv, pdf, png, type PageLine, type PageText } from "./files.ts";
import type { MailFile } from "./mime.ts";
import type { Random } from "./random.ts";
import type { Attached } from "./texts/index.ts";

const PHOTO = { width: 560, height: 360, variants: 6 };

/** Pictures are alike from mail to mail, as with real cameras; each is drawn once. */
const photos = new Map<number, Buffer>();

/** A room at night: a wall with cones of light, a floor, and a few cases. */
function photo(variant: number): Buffer {
  const drawn = photos.get(variant);
  if (drawn) return drawn;
  const { width, height } = PHOTO;
  const lamps = 2 + (variant % 4);
  const warm = [1, 0.86 - (variant % 3) * 0.05, 0.66 - (variant % 2) * 0.12] as const;
  const floor = Math.round(height * 0.78);
  const picture = png(width, height, (x, y) => {
    let light = 0.1;
    for (let lamp = 0; lamp < lamps; lamp++) {
      const centre = ((lamp + 0.5) * width) / lamps;
      const spread = 14 + Math.min(y, floor) * 0.28;
      light +=
        Math.exp(-(((x - centre) / spread) ** 2)) * (1.05 - (Math.min(y, floor) / height) * 0.8);
    }
    const cell = (x * lamps) / width - Math.floor((x * lamps) / width);
    const isCase = y > floor - 74 && y < floor && Math.abs(cell - 0.5) < 0.13;
    const isFrame = y > height * 0.3 && y < height * 0.56 && Math.abs(cell - 0.5) < 0.17;
    const shade = (isCase ? 0.45 : isFrame ? 0.7 : 1) * (y >= floor ? 0.55 - (y - floor) / 400 : 1);
    const tint = isFrame ? [0.75, 0.9, 1 - (variant % 5) * 0.12] : [1, 1, 1];
    const at = (i: 0 | 1 | 2): number =>
      Math.max(0, Math.min(255, Math.round(light * shade * 205 * warm[i] * (tint[i] ?? 1))));
    return [at(0), at(1), at(2)];
  });
  photos.set(variant, picture);
  return picture;
}

/** What a message says about itself, for the files it carries. */
export interface FileContext {
  readonly project: string;
  readonly room: string;
  readonly item: string;
  readonly amount: number;
  readonly count: number;
  readonly date: Date;
  readonly writer: string;
  readonly currency: "EUR" | "KRW";
}

/** Makes a file of a kind, with a name as people give them. */
export function makeFile(kind: Attached, about: FileContext, random: Random): MailFile {
  const day = about.date.toISOString().slice(0, 10);
  const slug = about.project.replaceAll(/[\s/]+/g, "-");
  switch (kind) {
    case "photo":
      return {
        name: random.pick([
          `IMG_${random.int(1000, 9999)}.png`,
          `${slug}_${random.int(1, 12)}.png`,
          `${day} ${about.room}.png`,
        ]),
        type: "image/png",
        bytes: photo(random.int(0, PHOTO.variants - 1)),
      };
    case "plan":
      return {
        name: `${slug}-plan-v${random.int(1, 6)}.pdf`,
        type: "application/pdf",
        bytes: plan(about, random),
      };
    case "numbers":
      return {
        name: `${slug}-${day.slice(0, 7)}.csv`,
        type: "text/csv; charset=utf-8",
        bytes: numbers(about, random),
      };
    case "quote":
      return {
        name: `Quote-${random.int(2000, 9900)}.pdf`,
        type: "application/pdf",
        bytes: page("Quotation", about, quoteLines(about)),
      };
    case "schedule":
      return {
        name: `Delivery-note-${day}.pdf`,
        type: "application/pdf",
        bytes: page("Delivery note", about, [
          `${about.count} boxes`,
          "Ramp or stairs: two people",
          "Received by: ______________________",
        ]),
      };
    default:
      return {
        name: `${slug}-${day}.pdf`,
        type: "application/pdf",
        bytes: page("Notes", about, [
          "Light plan: first version done",
          "Samples: next week",
          `Budget: ${money(about)}`,
          "Open: emergency lights, cable to the north wall",
        ]),
      };
  }
}

function money(about: FileContext): string {
  return about.currency === "EUR"
    ? `EUR ${about.amount.toLocaleString("en-GB")}.00`
    : `KRW ${about.amount.toLocaleString("en-GB")}`;
}

function quoteLines(about: FileContext): string[] {
  return [
    `${about.count} lamps with driver and mounting`,
    "Black housing, 3000 K, colour rendering 97",
    "Delivery to the site, lift or two floors of stairs",
    `Total, net: ${money(about)}`,
    "Valid for 30 days",
  ];
}

function page(title: string, about: FileContext, lines: readonly string[]): Buffer {
  const texts: PageText[] = [
    { x: 60, y: 90, size: 22, text: title, bold: true },
    { x: 60, y: 116, size: 10, text: `${about.project}, ${about.date.toISOString().slice(0, 10)}` },
    ...lines.map((text, index) => ({ x: 72, y: 170 + index * 24, size: 12, text })),
    { x: 60, y: 780, size: 9, text: `${about.writer} · Lanternfield` },
  ];
  return pdf(texts, [
    [60, 130, 535, 130],
    ...lines.map((_, index): PageLine => [72, 178 + index * 24, 520, 178 + index * 24]),
  ]);
}

function plan(about: FileContext, random: Random): Buffer {
  const wide = random.int(300, 430);
  const deep = random.int(200, 320);
  const [left, top] = [80, 180];
  const lines: PageLine[] = [
    [left, top, left + wide, top],
    [left, top + deep, left + wide * 0.4, top + deep],
    [left + wide * 0.55, top + deep, left + wide, top + deep],
    [left, top, left, top + deep],
    [left + wide, top, left + wide, top + deep],
  ];
  const texts: PageText[] = [
    { x: 60, y: 90, size: 18, text: `${about.project}: light plan`, bold: true },
    { x: 60, y: 112, size: 10, text: about.date.toISOString().slice(0, 10) },
    { x: left + wide / 2 - 30, y: top - 10, size: 9, text: `${(wide / 40).toFixed(2)} m` },
    { x: left + wide + 8, y: top + deep / 2, size: 9, text: `${(deep / 40).toFixed(2)} m` },
  ];
  const lamps = Math.min(about.count, 10);
  for (let i = 0; i < lamps; i++) {
    const x = Math.round(left + ((i + 0.5) * wide) / lamps);
    const y = top + 40;
    lines.push([x - 6, y, x + 6, y], [x, y - 6, x, y + 6], [x - 14, y + 60, x + 14, y + 60]);
    texts.push({ x: x - 6, y: y - 12, size: 7, text: `L${i + 1}` });
  }
  return pdf(texts, lines);
}

function numbers(about: FileContext, random: Random): Buffer {
  const rows = [["Line", "Project", "What", "Planned", "Spent"]];
  const what = [
    "Lamps",
    "Drivers",
    "Cable and rail",
    "Electrician",
    "Travel",
    "Transport",
    "Printing",
    "Samples",
  ];
  what.forEach((name, index) => {
    const planned = random.int(2, 90) * 100;
    rows.push([
      String(index + 1),
      about.project,
      name,
      String(planned),
      (planned * (0.4 + random.next() * 0.75)).toFixed(2),
    ]);
  });
  return csv(rows);
}
