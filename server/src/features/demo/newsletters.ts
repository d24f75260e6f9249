import { escapeHtml } from "@atrium/formats/mail-html";
import { PEOPLE, type PersonKey } from "./cast.ts";
import { party } from "./conversations.ts";
import { messageId, type Letter } from "./letters.ts";
import { fill } from "./phrases.ts";
import type { Random } from "./random.ts";
import { NEWSLETTERS, type Newsletter } from "./texts/index.ts";
import { DAY, HOUR, SPAN } from "./timeline.ts";

/** Every issue that a person kept: regular, with more of the recent ones. */
export function newsletters(reader: PersonKey, now: Date, random: Random): Letter[] {
  return NEWSLETTERS.filter(
    (paper) => reader === "alice" || (paper.language === "ko") === (reader === "jimin"),
  ).flatMap((paper) => {
    const issues: Letter[] = [];
    const offset = random.next() * paper.every * DAY;
    for (let back = offset; back < SPAN; back += paper.every * DAY) {
      const kept = 1 - 0.75 * (back / SPAN);
      if (!random.chance(kept)) continue;
      const date = new Date(now.getTime() - back);
      date.setUTCHours(paper.language === "ko" ? 0 : 6, random.int(0, 59), random.int(0, 59));
      if (date.getTime() > now.getTime() - 10 * 60_000) date.setTime(date.getTime() - 12 * HOUR);
      issues.push(
        issue(
          paper,
          reader,
          date,
          Math.round((now.getTime() - date.getTime()) / (paper.every * DAY)),
          random,
        ),
      );
    }
    return issues;
  });
}

function issue(
  paper: Newsletter,
  reader: PersonKey,
  date: Date,
  number: number,
  random: Random,
): Letter {
  const subject = fill(random.pick(paper.subjects), { n: String(number) }, random);
  const intro = fill(random.pick(paper.intros), {}, random);
  const items = random
    .shuffle(paper.items)
    .slice(0, paper.style === "letter" ? 3 : random.int(3, 5));
  const code = random.hex(16);
  const site = `https://www.${paper.host.slice(paper.host.indexOf(".") + 1)}`;
  const html = STYLES[paper.style]({ paper, subject, intro, items, code, site, random });
  const leave = paper.language === "ko" ? "수신 거부" : "Unsubscribe";
  const text = [
    subject,
    intro,
    ...items.map(([title, story]) => `* ${title}\n  ${story}`),
    `--\n${paper.footer}\n${leave}: ${site}/leave?u=${code}`,
  ].join("\n\n");
  return {
    kind: "newsletter",
    id: messageId(paper.address, random),
    date,
    from: { name: paper.name, address: paper.address, zone: paper.language === "ko" ? 540 : 0 },
    to: [party(PEOPLE[reader])],
    subject,
    references: [],
    headers: [
      [
        "List-Id",
        `${paper.name.replaceAll(/[^A-Za-z0-9 ]/g, "").trim() || "letter"} <news.${paper.address.slice(paper.address.indexOf("@") + 1)}>`,
      ],
      [
        "List-Unsubscribe",
        `<${site}/leave?u=${code}>, <mailto:leave-${code}@${paper.address.slice(paper.address.indexOf("@") + 1)}>`,
      ],
      ["List-Unsubscribe-Post", "List-Unsubscribe=One-Click"],
      ["Precedence", "bulk"],
    ],
    // One shop never learned to write a text part.
    body: paper.style === "shop" && random.chance(0.4) ? { html } : { text: `${text}\n`, html },
    receivers: [reader],
    settled: date,
  };
}

interface Page {
  readonly paper: Newsletter;
  readonly subject: string;
  readonly intro: string;
  readonly items: readonly (readonly [string, string])[];
  readonly code: string;
  readonly site: string;
  readonly random: Random;
}

/** Layouts as they are really sent: nested tables, inline styles, a style element, media queries, a counting pixel. */
const STYLES: Readonly<Record<Newsletter["style"], (page: Page) => string>> = {
  journal: (page) =>
    frame(
      page,
      `<tr><td style="padding:34px 36px 8px;font-family:Georgia,'Times New Roman',serif">
<div style="font-size:13px;letter-spacing:3px;text-transform:uppercase;color:${page.paper.accent}">${escapeHtml(page.paper.name)}</div>
<h1 style="margin:10px 0 14px;font-size:32px;line-height:1.2;font-weight:normal;color:#1c1917">${escapeHtml(page.subject)}</h1>
<p style="margin:0 0 18px;font-size:17px;line-height:1.6;color:#44403c">${escapeHtml(page.intro)}</p></td></tr>
<tr><td>${image(page, 600, 220, "hero")}</td></tr>
${page.items
  .map(
    ([
      title,
      text,
    ]) => `<tr><td style="padding:26px 36px 0;font-family:Georgia,'Times New Roman',serif">
<h2 style="margin:0 0 8px;font-size:21px;font-weight:normal;color:#1c1917">${escapeHtml(title)}</h2>
<p style="margin:0;font-size:16px;line-height:1.65;color:#44403c">${escapeHtml(text)} <a href="${link(page)}" style="color:${page.paper.accent}">${more(page)}</a></p></td></tr>`,
  )
  .join("\n")}`,
      640,
    ),
  card: (page) =>
    frame(
      page,
      `<tr><td bgcolor="${page.paper.accent}" style="background:${page.paper.accent};padding:26px 32px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td width="44">${image(page, 40, 40, "logo")}</td><td style="font:600 18px Arial,Helvetica,sans-serif;color:#ffffff;padding-left:10px">${escapeHtml(page.paper.name)}</td></tr></table></td></tr>
<tr><td style="padding:28px 32px 6px;font:16px/1.55 Arial,Helvetica,sans-serif;color:#24292f"><h1 style="font-size:24px;margin:0 0 12px">${escapeHtml(page.subject)}</h1>${escapeHtml(page.intro)}</td></tr>
${page.items
  .map(
    ([title, text]) =>
      `<tr><td style="padding:14px 32px 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="border:1px solid #d8dee4;border-radius:10px"><tr><td style="padding:18px 20px;font:15px/1.5 Arial,Helvetica,sans-serif;color:#24292f"><b style="font-size:16px">${escapeHtml(title)}</b><br>${escapeHtml(text)}</td></tr></table></td></tr>`,
  )
  .join("\n")}
<tr><td align="center" style="padding:26px 32px 0">${button(page)}</td></tr>`,
      600,
    ),
  shop: (page) =>
    frame(
      page,
      `<tr><td>${image(page, 600, 150, "banner")}</td></tr>
<tr><td align="center" style="padding:24px 24px 8px;font-family:'Trebuchet MS',Verdana,sans-serif"><h1 style="margin:0;font-size:26px;color:${page.paper.accent}">${escapeHtml(page.subject)}</h1><p style="font-size:15px;line-height:1.5;color:#333333">${escapeHtml(page.intro)}</p></td></tr>
<tr><td style="padding:0 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${page.items
        .map(
          ([title, text], index) =>
            `${index > 0 && index % 2 === 0 ? "</tr><tr>" : ""}<td class="column" width="50%" valign="top" style="padding:10px;font-family:Verdana,sans-serif;font-size:13px;line-height:1.5;color:#333333">${image(page, 264, 130, `item-${index + 1}`)}<br><strong style="font-size:15px">${escapeHtml(title)}</strong><br>${escapeHtml(text)}</td>`,
        )
        .join("")}</tr></table></td></tr>
<tr><td align="center" style="padding:14px">${button(page)}</td></tr>`,
      600,
    ),
  letter: (page) =>
    frame(
      page,
      `<tr><td style="padding:30px 34px;font-family:'Palatino Linotype',Palatino,Georgia,serif;font-size:17px;line-height:1.65;color:#292524">
<h1 style="font-size:25px;margin:0 0 16px;color:${page.paper.accent}">${escapeHtml(page.subject)}</h1><p>${escapeHtml(page.intro)}</p>
${page.items.map(([title, text]) => `<h3 style="margin:22px 0 4px;font-size:17px">${escapeHtml(title)}</h3><p style="margin:0">${escapeHtml(text)}</p>`).join("\n")}
</td></tr><tr><td>${image(page, 600, 180, "plate")}</td></tr>`,
      580,
    ),
};

function frame(page: Page, rows: string, width: number): string {
  const { paper, code, site } = page;
  const language = paper.language ?? "en";
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="${language}"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(page.subject)}</title>
<style type="text/css">
body{margin:0;padding:0;background:${paper.paper}}
a{color:${paper.accent}}
img{border:0;display:block;max-width:100%}
.card b{color:${paper.accent}}
@media only screen and (max-width:620px){.outer{width:100% !important}.column{display:block !important;width:100% !important}}
</style></head>
<body bgcolor="${paper.paper}" style="margin:0;background:${paper.paper}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(page.intro)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${paper.paper}"><tr><td align="center" style="padding:20px 8px">
<table role="presentation" class="outer" width="${width}" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:${width}px;max-width:100%;background:#ffffff">
${rows}
<tr><td style="padding:30px 32px;font:12px/1.6 Arial,Helvetica,sans-serif;color:#6b7280;text-align:center">${escapeHtml(paper.footer)}<br><a href="${site}/view?u=${code}" style="color:#6b7280">${language === "ko" ? "웹에서 보기" : "View in browser"}</a> · <a href="${site}/leave?u=${code}" style="color:#6b7280">${language === "ko" ? "수신 거부" : "Unsubscribe"}</a></td></tr>
</table></td></tr></table>
<img src="https://${paper.host}/open.gif?u=${code}" width="1" height="1" alt="">
</body></html>
`;
}

/** With a fixed height, so that the page keeps its shape while pictures are not loaded. */
function image(page: Page, width: number, height: number, name: string): string {
  const alt = name === "logo" ? "" : escapeHtml(page.paper.name);
  return `<img src="https://${page.paper.host}/${page.random.hex(6)}/${name}.jpg" width="${width}" height="${height}" alt="${alt}" style="width:${width}px;max-width:100%;height:${height}px;background:${page.paper.paper};color:${page.paper.accent};font:13px Arial,Helvetica,sans-serif">`;
}

function link(page: Page): string {
  return `${page.site}/go/${page.random.hex(8)}?u=${page.code}`;
}

function more(page: Page): string {
  return page.paper.language === "ko" ? "더 읽기" : "Read on";
}

function button(page: Page): string {
  const label =
    page.paper.language === "ko"
      ? "자세히 보기"
      : page.random.pick(["Have a look", "See everything", "Read more"]);
  return `<a href="${link(page)}" style="display:inline-block;background:${page.paper.accent};color:#ffffff;text-decoration:none;font:600 15px Arial,Helvetica,sans-serif;padding:12px 26px;border-radius:6px">${label}</a>`;
}
