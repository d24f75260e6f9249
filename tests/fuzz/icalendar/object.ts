import { PRODUCED } from "../../../formats/src/icalendar/producers.fixture.ts";
import { allParts, decodeText, parseMessage } from "@atrium/formats/mime";
import { choiceOf, type Choice } from "../choice.ts";

/** The calendar objects of the producers, as lines. */
const TEMPLATES = PRODUCED.map(({ message }) => {
  const parsed = parseMessage(new TextEncoder().encode(message));
  const part = allParts(parsed.root).find(({ type }) => type === "text/calendar")!;
  return decodeText(parsed.bytes, part).value.split(/\r?\n/);
});

/** Lines that hurt what reads them carelessly. */
const HOSTILE = [
  "RRULE:FREQ=DAILY",
  "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "RRULE:FREQ=SECONDLY;COUNT=999999999",
  "RRULE:FREQ=WEEKLY;INTERVAL=99999;COUNT=9999999;BYDAY=MO,TU",
  "RRULE:FREQ=MONTHLY;BYDAY=53SU,-53MO;BYSETPOS=-366",
  "DTSTART:00010101T000000Z",
  "DTSTART:99991231T235960Z",
  "DTSTART;TZID=Europe/Berlin:99991231T235959",
  "DTSTART;VALUE=DATE:00000000",
  "DTEND:19700101T000000Z",
  "DURATION:P9999W99999D",
  "DURATION:-PT1H",
  "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Nowhere/None:20261201T000000",
  "RECURRENCE-ID:20261201T000000Z\\r\\nATTENDEE:mailto:evil@evil.example",
  "UID:a\\nMETHOD:CANCEL",
  "UID:",
  `UID:${"u".repeat(990)}`,
  "SEQUENCE:99999999999999999999",
  "SEQUENCE:-1",
  'ORGANIZER;CN="a^nMETHOD:CANCEL^\'":mailto:a%0D%0Ab@evil.example',
  'ORGANIZER;SENT-BY="mailto:x@evil.example";CN=:MAILTO:o@evil.example?cc=z@evil.example',
  "ORGANIZER:tel:+1",
  'ATTENDEE;PARTSTAT=ACCEPTED;CN=;=":mailto:@@',
  "X-GOOGLE-CONFERENCE:javascript:alert(1)",
  "LOCATION:https://user:pass@zoom.us/j/1",
  "URL:data:text/html,x",
  "SUMMARY:\u0000\u0007\u2028 \\\\n\\;;,",
  "TZOFFSETTO:+2559",
  "TZID:Customized Time Zone",
  "BEGIN:VEVENT",
  "END:VEVENT",
  "BEGIN:VTIMEZONE",
  "END:VTIMEZONE",
  "BEGIN:VCALENDAR",
  "METHOD:\u00a0",
  " folded on",
];

/** A calendar object that a producer might have written, damaged in some places. */
export function fuzzedObject(seed: number, index: number): string {
  const choice = choiceOf(seed, 5, index);
  const lines = [...choice.of(TEMPLATES)];
  for (let count = choice.size(12); count >= 0; count -= 1) damage(lines, choice);
  const text = lines.join(choice.of(["\r\n", "\r\n", "\n", "\r"]));
  return choice.oneIn(10) ? text.slice(0, choice.below(text.length)) : text;
}

function damage(lines: string[], choice: Choice): void {
  const at = choice.below(lines.length);
  const line = lines[at]!;
  const cut = choice.below(line.length + 1);
  const acts: (() => void)[] = [
    () => lines.splice(at, 0, choice.of(HOSTILE)),
    () => lines.splice(at, 0, choice.of(HOSTILE)),
    () => lines.splice(at, 1, choice.of(HOSTILE)),
    () => lines.splice(at, 1),
    () => lines.splice(at, 1, line, line),
    () => lines.splice(at, 1, line.slice(0, cut)),
    () =>
      lines.splice(
        at,
        1,
        line.slice(0, cut) +
          choice.of([";", ":", '"', ",", "\\", "^", "=", "%", "\u0000"]) +
          line.slice(cut),
      ),
    () =>
      lines.splice(
        at,
        1,
        line.replaceAll(/\d/g, () => String(choice.below(10))),
      ),
    () =>
      lines.splice(at, 1, line + choice.of(["x", ",", "1", "\u{1f331}"]).repeat(choice.size(3000))),
    () => lines.splice(at, 0, ...lines.slice(at, at + choice.size(60))),
    () => lines.splice(at, 1, choice.of(choice.of(TEMPLATES))),
  ];
  choice.of(acts)();
  if (lines.length === 0) lines.push("");
}
