import type { Role } from "@atrium/contract/api/session";
import type { Notice, Reader } from "../../accounts/index.ts";
import { serverMessage, timeInWords } from "./server-message.ts";
import { WORDS, type Words } from "./strings.ts";

/** As whom the server writes to its people. */
const SENDER = "Atrium";

/** Tells someone what was done to their account. */
export function noticeToOwner(notice: Notice & { readonly event: OwnEvent }): Buffer {
  const { person, event, at, detail } = notice;
  const words = wordsFor(person);
  const { happened, subjects, notYou } = words;
  return write(person, at, subjects[event], [
    happened[event](whoOf(notice, person), whenFor(at, person), detail ?? ""),
    ...rolesFor(notice, person),
    // That was nobody's doing.
    ...(event === "filter-failed" ? [] : [notYou]),
  ]);
}

/** Tells an administrator of roles that one person, at one moment, gave and took. */
export function noticeToAdministrator(reader: Reader, notices: readonly Notice[]): Buffer {
  const [first] = notices;
  const { at } = first!;
  const words = wordsFor(reader);
  const sections = notices.map((notice) => {
    const { name, address } = notice.person;
    const whom = `${name} <${address}>`;
    const title = notice.event === "created" ? words.created(whom) : whom;
    return [title, ...rolesFor(notice, reader).map((line) => `  ${line}`)].join("\n");
  });
  return write(reader, at, words.rolesSubject(notices.map(({ person }) => person.name)), [
    words.rolesHappened(whoOf(first!, reader), whenFor(at, reader)),
    ...sections,
    words.notAgreed,
  ]);
}

export type OwnEvent = Exclude<Notice["event"], "created">;

/** The language that a reader chose, if there are words in it. */
const localeOf = ({ locale }: Reader): keyof typeof WORDS =>
  locale !== null && Object.hasOwn(WORDS, locale) ? (locale as keyof typeof WORDS) : "en";

const wordsFor = (reader: Reader): Words => WORDS[localeOf(reader)];

const whoOf = ({ by }: Notice, reader: Reader): string => {
  const { who, operator } = wordsFor(reader);
  return by === null ? operator : who(by);
};

const whenFor = (at: Date, reader: Reader): string =>
  timeInWords(at, { locale: localeOf(reader), timeZone: reader.timeZone });

function rolesFor({ given, taken }: Notice, reader: Reader): string[] {
  const words = wordsFor(reader);
  const named = (roles: readonly Role[]): string =>
    words.list(roles.map((role) => words.roles[role]));
  return [
    ...(given.length > 0 ? [words.given(named(given))] : []),
    ...(taken.length > 0 ? [words.taken(named(taken))] : []),
  ];
}

function write(to: Reader, at: Date, subject: string, paragraphs: readonly string[]): Buffer {
  const { name, address: email } = to;
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return serverMessage({ sender: SENDER, domain, to: { name, email }, at, subject, paragraphs });
}
