import { CLIENTS, PEOPLE, type PersonKey, type Writer } from "./cast.ts";
import { party, receiversOf } from "./conversations.ts";
import { icalendar } from "./files.ts";
import { messageId, type Letter } from "./letters.ts";
import type { Random } from "./random.ts";
import { MAILING_LISTS, type MailingList } from "./texts/index.ts";
import {
  DAY,
  dayAndMonth,
  HOUR,
  MINUTE,
  weekdayName,
  workingDayAfter,
  workingMoment,
} from "./timeline.ts";
import { PROJECTS, wordsFor } from "./words.ts";

/** All topics of the public mailing lists with their answers, each once. */
export function listTopics(now: Date, random: Random): Letter[] {
  return MAILING_LISTS.flatMap((list) =>
    list.topics.flatMap((topic) => discussion(list, topic, now, random)),
  );
}

function discussion(
  list: MailingList,
  topic: MailingList["topics"][number],
  now: Date,
  random: Random,
): Letter[] {
  const start = workingMoment(now, 0, random);
  const subject = `[${list.name}] ${topic.subject}`;
  const readers: PersonKey[] =
    list.name === "gallery-light" && random.chance(0.6) ? ["alice", "bob"] : ["alice"];
  const texts = [
    topic.opening.join("\n\n"),
    ...topic.answers.slice(0, random.int(1, topic.answers.length)),
  ];
  const gaps = texts.map(() => random.int(40, 1900) * MINUTE);
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  let at = Math.min(start.getTime(), now.getTime() - total - random.int(4, 4000) * MINUTE);
  const opener = random.pick(list.writers);
  const letters: Letter[] = [];
  for (const [index, text] of texts.entries()) {
    at += gaps[index] ?? HOUR;
    const before = letters.at(-1);
    const last = index === texts.length - 1 && index > 1;
    const [name, address] =
      index === 0 || last
        ? opener
        : random.pick(list.writers.filter((each) => each[1] !== before?.from.address));
    const quote =
      before?.body.text && random.chance(0.6)
        ? `${before.from.name} wrote:\n${firstLines(before.body.text)}\n\n`
        : "";
    letters.push({
      kind: "list",
      id: messageId(address, random),
      date: new Date(at),
      from: { name, address, zone: random.pick([0, 60, 120]) },
      to: [{ name: "", address: list.address }],
      subject: index === 0 ? subject : `Re: ${subject}`,
      references: letters.map((letter) => letter.id),
      headers: [
        ["List-Id", `<${list.id}>`],
        ["List-Post", `<mailto:${list.address}>`],
        ["List-Archive", `<https://lists.example.org/${list.name}>`],
        ["List-Unsubscribe", `<mailto:${list.name}-leave@lists.example.org>`],
        ["Precedence", "list"],
      ],
      body: {
        text: `${index === 0 ? "Hello all,\n\n" : ""}${quote}${wrap(text)}\n\n${name.split(" ")[0] ?? name}\n_______________________________________________\n${list.name} mailing list\nhttps://lists.example.org/${list.name}\n`,
      },
      receivers: readers,
      folder: `Lists/${list.name}`,
      settled: new Date(at),
    });
  }
  return letters;
}

function firstLines(text: string): string {
  const own = text.split("\n_____")[0] ?? "";
  return own
    .split("\n")
    .filter(
      (line) =>
        line !== "" && !line.startsWith(">") && !line.endsWith("wrote:") && line !== "Hello all,",
    )
    .slice(0, 3)
    .map((line) => `> ${line}`)
    .join("\n");
}

/** Lines of at most 72 characters, as list people like them. */
function wrap(text: string): string {
  return text.replaceAll(/(.{1,72})(?:\s+|$)/g, "$1\n").trimEnd();
}

/** A calendar invitation and the answers to it. */
export function invitation(now: Date, random: Random): Letter[] {
  const korean = random.chance(0.25);
  const language = korean ? "ko" : "en";
  const project = random.pick(PROJECTS.filter((each) => each.language === language));
  const { alice, bob, carol, dave, jimin } = PEOPLE;
  const organiser: Writer = korean
    ? jimin
    : random.pick([alice, bob, carol, dave, ...CLIENTS.slice(0, 3)]);
  const guests = random
    .shuffle(korean ? [alice] : [alice, bob, dave, carol])
    .filter((each) => each !== organiser)
    .slice(0, 3);
  const date = workingMoment(now, organiser.zone, random);
  const start = workingDayAfter(date, random.int(2, 8));
  start.setUTCHours(korean ? random.int(0, 8) : random.int(8, 15), random.pick([0, 0, 30]), 0, 0);
  const { slots } = wordsFor(project, language, date, random);
  const summary = korean
    ? `${project.name} ${random.pick(["조명 회의", "현장 점검", "일정 협의"])}`
    : `${project.name}: ${random.pick(["light plan", "site visit", "weekly", "handover", "samples", "cost review"])}`;
  const place = random.pick(
    korean
      ? ["회의실 2", "현장", "화상 회의"]
      : ["Large room", "Small room", "On site", "By phone"],
  );
  const uid = `${random.hex(20)}@${organiser.address.slice(organiser.address.indexOf("@") + 1)}`;
  const event = {
    uid,
    start,
    minutes: random.pick([30, 45, 60, 90]),
    summary,
    place,
    organiser: [organiser.name, organiser.address] as const,
  };
  const when = `${weekdayName(start, language)} ${dayAndMonth(start, language)}, ${start.toISOString().slice(11, 16)} UTC`;
  const text = korean
    ? `안녕하세요.\n\n${summary} 일정 공유드립니다.\n\n일시: ${when}\n장소: ${place}\n안건: ${slots["room"]} 조명, ${slots["item"]} 발주\n`
    : `Hello,\n\nplease keep this time free: ${summary}.\n\nWhen: ${when}\nWhere: ${place}\nWe talk about: the ${slots["room"]}, the ${slots["item"]}s, open costs\n`;
  const invite: Letter = {
    kind: "invitation",
    id: messageId(organiser.address, random),
    date,
    from: party(organiser),
    to: guests.map(party),
    subject: korean ? `초대: ${summary}` : `Invitation: ${summary}`,
    references: [],
    body: {
      text,
      calendar: {
        method: "REQUEST",
        text: icalendar({
          ...event,
          method: "REQUEST",
          stamp: date,
          guests: guests.map((guest) => [guest.name, guest.address, "NEEDS-ACTION"] as const),
        }),
      },
    },
    ...(organiser.key ? { sender: organiser.key } : {}),
    receivers: receiversOf(guests),
    folder: project.folder,
    settled: new Date(Math.min(start.getTime(), now.getTime())),
  };
  const answers = guests
    .filter(() => random.chance(0.6))
    .map((guest, index): Letter | undefined => {
      const at = new Date(date.getTime() + (index + 1) * random.int(5, 400) * MINUTE);
      if (at.getTime() > now.getTime() - MINUTE || at.getTime() - date.getTime() > 3 * DAY)
        return undefined;
      const yes = random.chance(0.85);
      const word = korean ? (yes ? "수락됨" : "거절됨") : yes ? "Accepted" : "Declined";
      return {
        kind: "invitation",
        id: messageId(guest.address, random),
        date: at,
        from: party(guest),
        to: [party(organiser)],
        subject: `${word}: ${summary}`,
        references: [invite.id],
        body: {
          text: `${word}: ${summary}\n`,
          calendar: {
            method: "REPLY",
            text: icalendar({
              ...event,
              method: "REPLY",
              stamp: at,
              guests: [[guest.name, guest.address, yes ? "ACCEPTED" : "DECLINED"]],
            }),
          },
        },
        ...(guest.key ? { sender: guest.key } : {}),
        receivers: receiversOf([organiser]),
        folder: project.folder,
        settled: invite.settled,
      };
    });
  return [invite, ...answers.filter((answer) => answer !== undefined)];
}

/** Invitations that wait for an answer: one that was moved since, and one from Seoul at the same time. */
export function openInvitations(now: Date, random: Random): Letter[] {
  const { alice, bob, jimin } = PEOPLE;
  const writerOf = (address: string): Writer => CLIENTS.find((one) => one.address === address)!;
  const greta = writerOf("greta.alm@northquay.example");
  const seoa = writerOf("seoa.yoon@hangarang-gallery.example");
  const day = workingDayAfter(now, 5);
  const at = (hour: number, minute = 0): Date => {
    const time = new Date(day);
    time.setUTCHours(hour, minute, 0, 0);
    return time;
  };
  const letter = (
    from: Writer,
    guests: readonly Writer[],
    ago: number,
    subject: string,
    text: string,
    event: Pick<
      Parameters<typeof icalendar>[0],
      "uid" | "start" | "minutes" | "summary" | "place"
    > &
      Partial<Parameters<typeof icalendar>[0]>,
  ): Letter => {
    const date = new Date(now.getTime() - ago);
    return {
      kind: "invitation",
      id: messageId(from.address, random),
      date,
      from: party(from),
      to: guests.map(party),
      subject,
      references: [],
      body: {
        text,
        calendar: {
          method: "REQUEST",
          text: icalendar({
            method: "REQUEST",
            stamp: date,
            organiser: [from.name, from.address],
            guests: guests.map((guest) => [guest.name, guest.address, "NEEDS-ACTION"] as const),
            ...event,
          }),
        },
      },
      receivers: receiversOf(guests.map(party)),
      settled: now,
    };
  };
  const call = {
    uid: `${random.hex(20)}@northquay.example`,
    minutes: 60,
    summary: "North Quay: weekly call",
    more: [
      "RRULE:FREQ=WEEKLY;COUNT=6",
      "CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example.org/north-quay",
      "DESCRIPTION:Open points\\nDeliveries\\nWhat the site needs next week",
    ],
  };
  return [
    letter(
      greta,
      [alice, bob],
      4 * DAY,
      `Invitation: ${call.summary}`,
      "Hello both,\n\nlet us speak once a week until the opening.\n\nGreta\n",
      { ...call, start: at(13), place: "Video call" },
    ),
    letter(
      greta,
      [alice, bob],
      2 * DAY,
      `Updated: ${call.summary}`,
      "Hello both,\n\nthe crane comes at noon, so I moved our call to the morning.\n\nGreta\n",
      { ...call, start: at(9), place: "Site office and video call", sequence: 1 },
    ),
    letter(
      seoa,
      [alice, jimin],
      1 * DAY,
      "초대: 한가랑 갤러리 조명 리허설",
      "안녕하세요.\n\n개막 전 조명 리허설에 초대합니다. 화상으로 참여하셔도 됩니다.\n\n윤서아 드림\n",
      {
        uid: `${random.hex(20)}@hangarang-gallery.example`,
        start: at(9, 30),
        minutes: 90,
        summary: "한가랑 갤러리 조명 리허설",
        place: "한가랑 갤러리 2층",
        zone: { name: "Asia/Seoul", offset: 9 },
      },
    ),
  ];
}
