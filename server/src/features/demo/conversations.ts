import { CLIENTS, DOMAIN, GROUPS, PEOPLE, SUPPLIERS, type PersonKey, type Writer } from "./cast.ts";
import { messageId, type Letter, type Party } from "./letters.ts";
import type { MailFile } from "./mime.ts";
import { fill, type Slots } from "./phrases.ts";
import { makeFile } from "./pictures.ts";
import type { Random } from "./random.ts";
import { THREADS, type Scenario, type Step } from "./texts/index.ts";
import { DAY, HOUR, intoWorkingHours, MINUTE, workingMoment } from "./timeline.ts";
import { PROJECTS, wordsFor, type Project, type Subject } from "./words.ts";
import { renderLetter } from "./writing.ts";

/** A conversation of a language. `long` strings short answers together until there are about that many. */
export function conversation(
  options: {
    readonly language: "en" | "ko";
    readonly now: Date;
    readonly long?: number;
    readonly without?: PersonKey;
  },
  random: Random,
): Letter[] {
  const { language, now } = options;
  const scenarios = THREADS[language].scenarios.filter(
    (each) => !options.long || (each.cast === "team" && each.weight === undefined),
  );
  const scenario = weighted(scenarios, random);
  const cast = castOf(scenario, language, options.without, random);
  const projects =
    cast.a.projects ??
    PROJECTS.filter((each) => each.language === language).map((each) => each.name);
  const project = projectNamed(random.pick(projects));
  const start = workingMoment(now, cast.a.zone, random);
  const subject = wordsFor(project, language, start, random);
  const steps = options.long
    ? longer(scenario, options.long, language, random)
    : cut(scenario.steps, random);
  return write({
    cast,
    project,
    subject,
    steps,
    title: scenario.subject,
    start,
    now,
    language,
    random,
  });
}

function weighted(scenarios: readonly Scenario[], random: Random): Scenario {
  const total = scenarios.reduce((sum, each) => sum + (each.weight ?? 1), 0);
  let left = random.next() * total;
  const found = scenarios.find((each) => (left -= each.weight ?? 1) < 0);
  return found ?? random.pick(scenarios);
}

function projectNamed(name: string): Project {
  const project = PROJECTS.find((each) => each.name === name);
  if (!project) throw new Error(`no project ${name}`);
  return project;
}

interface Cast {
  readonly a: Writer;
  readonly b: Writer;
  readonly c: Writer;
  /** Whether the mails go to the team's group instead of to each person. */
  readonly toGroup: boolean;
}

function castOf(
  scenario: Scenario,
  language: "en" | "ko",
  without: PersonKey | undefined,
  random: Random,
): Cast {
  const team = teamOf(language, without, random);
  const [first, second, third] = team as [Writer, Writer, Writer];
  if (scenario.cast === "team") {
    const members = team.every((writer) => writer.key !== undefined && writer.key !== "carol");
    return {
      a: first,
      b: second,
      c: third,
      toGroup: language === "en" && members && random.chance(0.4),
    };
  }
  const outside = scenario.cast === "client-asks" ? CLIENTS : SUPPLIERS;
  const other = random.pick(outside.filter((writer) => writer.language === language));
  return scenario.cast === "supplier"
    ? { a: first, b: other, c: second, toGroup: false }
    : { a: other, b: first, c: second, toGroup: false };
}

/** Three writers in random order; in English mostly with Alice, in Korean Jimin, Alice and a partner. */
function teamOf(language: "en" | "ko", without: PersonKey | undefined, random: Random): Writer[] {
  const { alice, bob, carol, dave, jimin } = PEOPLE;
  if (language === "ko") {
    const partner = random.pick(SUPPLIERS.filter((writer) => writer.language === "ko"));
    const pair = random.shuffle([
      jimin,
      { ...alice, short: "앨리스", language: "ko" as const, signature: [] },
    ]);
    return [...pair, partner];
  }
  const others = random.shuffle([bob, carol, dave]).filter((writer) => writer.key !== without);
  const withJimin = random.chance(0.15)
    ? [{ ...jimin, short: "Jimin", language: "en" as const, signature: [] }]
    : [];
  const rest = [...withJimin, ...others];
  if (without === "alice") return random.shuffle([...rest.slice(0, 2), rest[2] ?? jimin]);
  return random.shuffle([alice, ...rest.slice(0, 2)]);
}

/** Not every conversation reaches its end. */
function cut(steps: readonly Step[], random: Random): readonly Step[] {
  return random.chance(0.3) ? steps.slice(0, random.int(1, steps.length)) : steps;
}

function longer(scenario: Scenario, length: number, language: "en" | "ko", random: Random): Step[] {
  const { chatter } = THREADS[language];
  const steps: Step[] = [...scenario.steps];
  let last = steps.at(-1)?.by ?? "a";
  for (let i = 0; steps.length < length; i++) {
    const by = random.pick((["a", "b", "c"] as const).filter((each) => each !== last));
    const line = chatter[i % chatter.length] ?? "";
    const attach = random.chance(0.08) ? ({ attach: "photo" } as const) : {};
    steps.push({ by, text: [line], wait: [0.2, 30], ...attach });
    last = by;
  }
  return steps;
}

function write(plot: {
  cast: Cast;
  project: Project;
  subject: Subject;
  steps: readonly Step[];
  title: string;
  start: Date;
  now: Date;
  language: "en" | "ko";
  random: Random;
}): Letter[] {
  const { cast, project, subject, steps, language, random } = plot;
  const honorific = (writer: Writer): string =>
    language === "ko" ? `${writer.short} 님` : writer.short;
  const slots: Slots = {
    ...subject.slots,
    a: honorific(cast.a),
    b: honorific(cast.b),
    c: honorific(cast.c),
  };
  const title = capitalise(fill(plot.title, slots, random), language);
  const dates = datesOf(plot, random);
  const talks = new Set(steps.map((step) => cast[step.by]));
  const letters: Letter[] = [];
  const replyPrefix = random.chance(0.9) ? "Re: " : "RE: ";
  for (const [index, step] of steps.entries()) {
    const writer = cast[step.by];
    const date = dates[index] as Date;
    const before = letters.at(-1);
    const others = [...talks].filter((other) => other !== writer);
    const { to, cc } = addressed(cast, others, before, index, random);
    const paragraphs = step.text.map((text) => capitalise(fill(text, slots, random), language));
    const files: MailFile[] = step.attach
      ? [
          makeFile(
            step.attach,
            {
              project: project.name,
              room: slots["room"] ?? "",
              item: slots["item"] ?? "",
              amount: subject.amount,
              count: subject.count,
              date,
              writer: writer.name,
              currency: language === "ko" ? "KRW" : "EUR",
            },
            random,
          ),
        ]
      : [];
    const subjectLine = index === 0 ? title : `${replyPrefix}${title}`;
    letters.push({
      kind: "conversation",
      id: messageId(writer.address, random),
      date,
      from: party(writer),
      to,
      cc,
      subject: subjectLine,
      references: letters.map((letter) => letter.id),
      body: renderLetter(
        { writer, to: others, paragraphs, files, before, first: index === 0, language },
        random,
      ),
      ...(writer.key ? { sender: writer.key } : {}),
      receivers: receiversOf([...to, ...cc]),
      folder: project.folder,
      settled: dates.at(-1) ?? date,
    });
  }
  return letters.map((letter, index) => {
    const answer = letters[index + 1]?.sender;
    return answer ? { ...letter, answeredBy: [answer] } : letter;
  });
}

/** When each step is written; the whole is moved back when it would reach beyond now. */
function datesOf(
  plot: { steps: readonly Step[]; start: Date; now: Date; cast: Cast },
  random: Random,
): Date[] {
  const raw: number[] = [];
  let at = plot.start.getTime();
  for (const [index, step] of plot.steps.entries()) {
    const [from, to] = step.wait ?? [0.5, 12];
    if (index > 0) at += (from + (to - from) * random.next()) * HOUR;
    raw.push(at);
  }
  const beyond = Math.max(0, at - (plot.now.getTime() - random.int(3, 900) * MINUTE));
  let last = 0;
  return raw.map((time, index) => {
    const zone = plot.cast[plot.steps[index]?.by ?? "a"].zone;
    const gap = index === 0 ? 0 : (raw[index] ?? 0) - (raw[index - 1] ?? 0);
    const date =
      gap > 8 * HOUR || index === 0
        ? intoWorkingHours(new Date(time - beyond), zone, random, plot.now)
        : new Date(time - beyond);
    last = Math.max(date.getTime(), last + random.int(2, 30) * MINUTE);
    return new Date(Math.min(last, plot.now.getTime() - (plot.steps.length - index) * MINUTE));
  });
}

function addressed(
  cast: Cast,
  others: readonly Writer[],
  before: Letter | undefined,
  index: number,
  random: Random,
): { to: Party[]; cc: Party[] } {
  if (cast.toGroup) return { to: [{ name: "Project team", address: `team@${DOMAIN}` }], cc: [] };
  const first = before ? others.find((other) => other.address === before.from.address) : undefined;
  const to = first ?? others[0] ?? (index === 0 ? cast.b : cast.a);
  const rest = others.filter((other) => other !== to);
  const cc =
    rest.length === 0 && random.chance(0.12) && cast.c.address !== to.address ? [cast.c] : rest;
  return { to: [party(to)], cc: cc.filter((each) => each !== to).map(party) };
}

/** The members of the organisation behind addresses, groups expanded. */
export function receiversOf(parties: readonly Party[]): PersonKey[] {
  const keys = parties.flatMap(({ address }) => {
    const person = Object.values(PEOPLE).find((each) => each.address === address);
    if (person?.key) return [person.key];
    return GROUPS.find((group) => `${group.local}@${DOMAIN}` === address)?.members ?? [];
  });
  return [...new Set(keys)];
}

export function party(writer: Writer): Party {
  return { name: writer.name, address: writer.address, zone: writer.zone };
}

function capitalise(text: string, language: "en" | "ko"): string {
  return language === "en" && !text.startsWith("- ")
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
}

/** A few letters a user began and has not sent. */
export function drafts(now: Date, random: Random): Letter[] {
  const { alice, bob } = PEOPLE;
  const beginnings: readonly (readonly [Writer, Writer | undefined, string, string])[] = [
    [
      alice,
      CLIENTS[0],
      "Harbour Museum: next steps",
      "Dear Marit,\n\nhere is where we stand after the visit:\n\n- the ceramics room is finished apart from the labels\n- the map gallery waits for the new rail\n- ",
    ],
    [
      alice,
      PEOPLE.carol,
      "Re: Numbers for the quarter",
      "Carol, I have looked at lines 4 to 9 and ",
    ],
    [
      alice,
      CLIENTS.find((each) => each.language === "ko"),
      "한가랑 갤러리 일정 안내",
      "안녕하세요, 윤서아 님.\n\n다음 방문 일정을 ",
    ],
    [
      alice,
      undefined,
      "Ideas for the fair",
      "dark box, one object, a feather?\nask the natural history collection\nwho builds it",
    ],
    [alice, PEOPLE.bob, "The short rod", "Bob, did we order the "],
    [bob, PEOPLE.dave, "Workshop key", "Dave, who has the second key? I would like to "],
  ];
  return beginnings.map(([writer, to, subject, text], index) => {
    const date = intoWorkingHours(
      new Date(now.getTime() - (index * 1.3 + random.next()) * DAY - HOUR),
      writer.zone,
      random,
      now,
    );
    return {
      kind: "draft",
      id: messageId(writer.address, random),
      date,
      from: party(writer),
      to: to ? [party(to)] : [],
      subject,
      references: [],
      body: { text },
      receivers: writer.key ? [writer.key] : [],
      settled: date,
    };
  });
}
