import { escapeHtml } from "@atrium/formats/mail-html";
import { PEOPLE, type PersonKey } from "./cast.ts";
import { party } from "./conversations.ts";
import { pdf } from "./files.ts";
import { messageId, type Letter, type Party } from "./letters.ts";
import { fill, type Slots } from "./phrases.ts";
import type { Random } from "./random.ts";
import { JUNK, NOTIFICATIONS, SHOPS, type Notification } from "./texts/index.ts";
import { DAY, workingMoment } from "./timeline.ts";
import { PROJECTS, wordsFor } from "./words.ts";

/** A mail that a program wrote to a person. */
export function notification(reader: PersonKey, now: Date, random: Random): Letter {
  const korean = reader === "jimin" || (reader === "alice" && random.chance(0.15));
  const choices = NOTIFICATIONS.filter((each) => (each.language === "ko") === korean);
  const source = random.pick(
    choices.flatMap((each) => Array.from({ length: each.weight }, () => each)),
  );
  const date = workingMoment(now, 0, random);
  const slots = slotsFor(date, korean ? "ko" : "en", random);
  const subject = fill(source.subject, slots, random);
  const lines = source.lines.map((line) => fill(line, slots, random));
  const facts = source.facts.map(([name, value]) => [name, fill(value, slots, random)] as const);
  const site = `https://${source.address.slice(source.address.indexOf("@") + 1)}/${random.hex(10)}`;
  const text = [
    ...lines,
    facts.map(([name, value]) => `${name}: ${value}`).join("\n"),
    `${source.button}: ${site}`,
  ].join("\n\n");
  return {
    kind: "notification",
    ...byMachine(source, reader, date, random),
    subject,
    headers: [["Auto-Submitted", "auto-generated"]],
    body: {
      text: `${text}\n`,
      ...(source.html ? { html: notice(source, subject, lines, facts, site) } : {}),
    },
  };
}

/** What every mail of a program has in common: it goes to one person, begins a conversation and ends it. */
const byMachine = (
  { name, address }: Party,
  reader: PersonKey,
  date: Date,
  random: Random,
): Pick<Letter, "id" | "date" | "from" | "to" | "references" | "receivers" | "settled"> => ({
  id: messageId(address, random),
  date,
  from: { name, address },
  to: [party(PEOPLE[reader])],
  references: [],
  receivers: [reader],
  settled: date,
});

function slotsFor(date: Date, language: "en" | "ko", random: Random): Slots {
  const project = random.pick(PROJECTS.filter((each) => each.language === language));
  return {
    ...wordsFor(project, language, date, random).slots,
    build: String(random.int(310, 2950)),
    branch: random.pick(["main", "contact-page", "new-photos", "fix-menu", "fair-stand"]),
    host: random.pick([
      "www.lanternfield.example",
      "files.demo.test",
      "booking.lanternfield.example",
    ]),
    ticket: String(random.int(120, 980)),
    person: random.pick([PEOPLE.bob.name, PEOPLE.carol.name, PEOPLE.dave.name, PEOPLE.jimin.name]),
  };
}

function notice(
  source: Notification,
  subject: string,
  lines: readonly string[],
  facts: readonly (readonly [string, string])[],
  site: string,
): string {
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><style>.facts td{padding:6px 14px 6px 0;border-bottom:1px solid #e5e7eb}.facts td:first-child{color:#6b7280}</style></head>
<body style="margin:0;background:#f6f7f9"><table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:#ffffff;border-top:4px solid ${source.accent};font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#111827">
<tr><td style="padding:24px 28px"><div style="font-size:13px;color:${source.accent};font-weight:bold">${escapeHtml(source.name)}</div>
<h2 style="font-size:19px;margin:8px 0 14px">${escapeHtml(subject)}</h2>
${lines.map((line) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`).join("\n")}
<table class="facts" cellpadding="0" cellspacing="0" style="font-size:14px;margin:6px 0 18px">${facts.map(([name, value]) => `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(value)}</td></tr>`).join("")}</table>
<a href="${site}" style="display:inline-block;padding:10px 18px;background:${source.accent};color:#ffffff;text-decoration:none;border-radius:4px">${escapeHtml(source.button)}</a></td></tr></table></td></tr></table></body></html>
`;
}

/** A receipt with its sum, sometimes with a PDF. */
export function receipt(reader: PersonKey, now: Date, random: Random): Letter {
  const korean = reader === "jimin";
  const shop = random.pick(SHOPS.filter((each) => (each.language === "ko") === korean));
  const date = workingMoment(now, 60, random);
  const number = `${date.getUTCFullYear()}-${random.int(10_000, 99_999)}`;
  const lines = random.shuffle(shop.goods).slice(0, random.int(1, Math.min(3, shop.goods.length)));
  const pieces = lines.map(([what, price]) => ({
    what,
    count: price < 50 ? random.int(1, 3) : 1,
    price,
  }));
  const sum = pieces.reduce((total, piece) => total + piece.count * piece.price, 0);
  const money = (value: number): string =>
    korean ? `${value.toLocaleString("en-GB")}원` : `€ ${value.toFixed(2)}`;
  const subject = korean
    ? `주문 확인 ${number}`
    : fill("[Your receipt|Receipt|Your order|Invoice] {n}", { n: number }, random);
  const rows = pieces.map(
    (piece) => [`${piece.count} × ${piece.what}`, money(piece.count * piece.price)] as const,
  );
  const total = korean ? "합계" : "Total";
  const thanks = korean ? "주문해 주셔서 감사합니다." : "Thank you for your order.";
  const text = [
    thanks,
    rows.map(([what, price]) => `${what}  ${price}`).join("\n"),
    `${total}: ${money(sum)}`,
  ].join("\n\n");
  const html = `<!DOCTYPE html>
<html><head><meta charset="utf-8"></head><body style="margin:0;background:#ffffff;font-family:Helvetica,Arial,sans-serif;color:#222222"><table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:28px 12px"><table width="520" cellpadding="0" cellspacing="0" style="max-width:520px;width:100%">
<tr><td style="font-size:20px;font-weight:bold;color:${shop.accent};padding-bottom:14px">${escapeHtml(shop.name)}</td></tr><tr><td style="font-size:15px;padding-bottom:16px">${escapeHtml(thanks)}<br><span style="color:#777777">${escapeHtml(number)}</span></td></tr>
<tr><td><table width="100%" cellpadding="8" cellspacing="0" style="border-collapse:collapse;font-size:15px">${rows.map(([what, price]) => `<tr><td style="border-bottom:1px solid #eeeeee">${escapeHtml(what)}</td><td align="right" style="border-bottom:1px solid #eeeeee;white-space:nowrap">${escapeHtml(price)}</td></tr>`).join("")}<tr><td><strong>${total}</strong></td><td align="right"><strong>${escapeHtml(money(sum))}</strong></td></tr></table></td></tr></table></td></tr></table></body></html>
`;
  const withPdf = random.chance(0.6);
  const file = {
    name: `${korean ? "invoice" : "Receipt"}-${number}.pdf`,
    type: "application/pdf",
    bytes: pdf(
      [
        { x: 60, y: 90, size: 20, text: korean ? "Invoice" : shop.name, bold: true },
        { x: 60, y: 114, size: 10, text: number },
        ...rows.map(([what, price], index) => ({
          x: 72,
          y: 170 + index * 22,
          size: 12,
          text: korean
            ? `KRW ${price.replace("원", "")}`
            : `${what}    ${price.replace("€", "EUR")}`,
        })),
        {
          x: 72,
          y: 190 + rows.length * 22,
          size: 13,
          text: `Total ${korean ? `KRW ${sum.toLocaleString("en-GB")}` : `EUR ${sum.toFixed(2)}`}`,
          bold: true,
        },
      ],
      [[60, 128, 535, 128]],
    ),
  };
  return {
    kind: "receipt",
    ...byMachine(shop, reader, date, random),
    subject,
    body: { text: `${text}\n`, html, ...(withPdf ? { files: [file] } : {}) },
  };
}

/** What the junk folder holds; nothing older than a few weeks. */
export function junk(reader: PersonKey, now: Date, random: Random): Letter {
  const source = random.pick(JUNK);
  const date = new Date(now.getTime() - random.next() ** 1.5 * 45 * DAY - 60_000);
  const slots = slotsFor(date, "en", random);
  const subject = fill(source.subject, slots, random);
  const lines = source.lines.map((line) => fill(line, slots, random));
  const link = `http://${source.address.slice(source.address.indexOf("@") + 1)}/c/${random.hex(12)}`;
  return {
    kind: "junk",
    ...byMachine(source, reader, date, random),
    subject,
    body: {
      text: `${[...lines, link].join("\n\n")}\n`,
      html: `<html><body><center><table width="500" bgcolor="#ffffcc" cellpadding="16"><tr><td><font face="Arial" size="4">${lines.map(escapeHtml).join("<br><br>")}</font><br><br><a href="${link}"><font size="5" color="#cc0000"><b>CLICK HERE</b></font></a></td></tr></table></center></body></html>\n`,
    },
  };
}
