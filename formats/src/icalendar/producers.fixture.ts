/**
 * Invitations as ten producers write them, each made by hand after what they document in public: the shape of the message,
 * where the method is said, encodings, names of zones, properties of their own.
 */
export interface Produced {
  readonly producer: string;
  /** A whole message. */
  readonly message: string;
}

/** Line ends as in mail. */
const crlf = (text: string): string => text.trim().replaceAll("\n", "\r\n") + "\r\n";

const base64 = (text: string): string =>
  btoa(
    Array.from(new TextEncoder().encode(crlf(text)), (byte) => String.fromCharCode(byte)).join(""),
  )
    .replaceAll(/.{76}/g, "$&\n")
    .trim();

const quotedPrintable = (text: string): string =>
  Array.from(new TextEncoder().encode(text.trim()), (byte) => {
    if (byte === 10) return "\n";
    const isPlain = byte >= 32 && byte < 127 && byte !== 61;
    return isPlain
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  })
    .join("")
    .split("\n")
    .map((line) => line.replaceAll(/.{70}(?!=?$)(?<!=.?)/g, "$&=\n"))
    .join("\n");

const head = (from: string, subject: string): string =>
  `From: ${from}
To: Dave <dave@demo.test>
Subject: ${subject}
Date: Thu, 26 Nov 2026 09:00:00 +0000
MIME-Version: 1.0`;

/** Text and calendar beside one another, the calendar as a file once more. */
const mixed = (calendarHead: string, body: string, fileHead: string): string =>
  `Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: multipart/alternative; boundary="inner"

--inner
Content-Type: text/plain; charset="UTF-8"

You have been invited.
--inner
${calendarHead}

${body}
--inner--
--outer
${fileHead}

${body}
--outer--
`;

const alternative = (calendarHead: string, body: string): string =>
  `Content-Type: multipart/alternative; boundary="inner"

--inner
Content-Type: text/plain; charset="UTF-8"

You have been invited.
--inner
${calendarHead}

${body}
--inner--
`;

const BERLIN = `BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
DTSTART:19810329T020000
TZNAME:GMT+2
TZOFFSETTO:+0200
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
DTSTART:19961027T030000
TZNAME:GMT+1
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE`;

const google = `BEGIN:VCALENDAR
PRODID:-//Google Inc//Google Calendar 70.9054//EN
VERSION:2.0
CALSCALE:GREGORIAN
METHOD:REQUEST
BEGIN:VEVENT
DTSTART:20261201T130000Z
DTEND:20261201T140000Z
DTSTAMP:20261126T090000Z
ORGANIZER;CN=Olga Other:mailto:olga@elsewhere.example
UID:4k2l6v0s3h7t1m9p5q8r2n6o0b@google.com
ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=TRUE
 ;CN=Olga Other;X-NUM-GUESTS=0:mailto:olga@elsewhere.example
ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=
 TRUE;CN=dave@demo.test;X-NUM-GUESTS=0:mailto:dave@demo.test
X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij
X-MICROSOFT-CDO-OWNERAPPTID:-1234567890
CREATED:20261126T085900Z
DESCRIPTION:Agenda\\n\\n-::~:~::~:~:~:~::-\\nJoin with Google Meet: https://meet
 .google.com/abc-defg-hij\\n-::~:~::~:~:~:~::-
LAST-MODIFIED:20261126T085900Z
LOCATION:
SEQUENCE:0
STATUS:CONFIRMED
SUMMARY:Plänë, 계획 🌱
TRANSP:OPAQUE
END:VEVENT
END:VCALENDAR`;

const exchange = `BEGIN:VCALENDAR
METHOD:REQUEST
PRODID:Microsoft Exchange Server 2010
VERSION:2.0
BEGIN:VTIMEZONE
TZID:W. Europe Standard Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
ORGANIZER;CN=Olga Other:mailto:olga@elsewhere.example
ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Dave:mailt
 o:dave@demo.test
ATTENDEE;ROLE=NON-PARTICIPANT;CUTYPE=RESOURCE;PARTSTAT=NEEDS-ACTION;RSVP=TR
 UE;CN=Room 4:mailto:room4@elsewhere.example
DESCRIPTION;LANGUAGE=en-GB:Weekly\\n
RRULE:FREQ=WEEKLY;UNTIL=20270331T073000Z;INTERVAL=1;BYDAY=WE;WKST=MO
EXDATE;TZID=W. Europe Standard Time:20261223T093000,20261230T093000
UID:040000008200E00074C5B7101A82E00800000000B0C1D2E3F4A5DC01000000000000000
 0100000000123456789ABCDEF0123456789ABCDEF
SUMMARY;LANGUAGE=en-GB:Weekly
DTSTART;TZID=W. Europe Standard Time:20261202T093000
DTEND;TZID=W. Europe Standard Time:20261202T103000
CLASS:PUBLIC
PRIORITY:5
DTSTAMP:20261126T090000Z
TRANSP:OPAQUE
STATUS:CONFIRMED
SEQUENCE:2
LOCATION;LANGUAGE=en-GB:Room 4
X-MICROSOFT-CDO-APPT-SEQUENCE:2
X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE
X-MICROSOFT-DISALLOW-COUNTER:FALSE
BEGIN:VALARM
DESCRIPTION:REMINDER
TRIGGER;RELATED=START:-PT15M
ACTION:DISPLAY
END:VALARM
END:VEVENT
END:VCALENDAR`;

const apple = `BEGIN:VCALENDAR
CALSCALE:GREGORIAN
VERSION:2.0
METHOD:REQUEST
PRODID:-//Apple Inc.//macOS 15.1//EN
${BERLIN}
BEGIN:VEVENT
CREATED:20261126T085900Z
UID:6C1B0A7E-3F2D-4E5C-9A8B-7D6E5F4C3B2A
RECURRENCE-ID;TZID=Europe/Berlin:20261203T100000
DTEND;TZID=Europe/Berlin:20261204T123000
ATTENDEE;CN="Dave";CUTYPE=INDIVIDUAL;EMAIL="dave@demo.test";PARTSTAT=NEEDS-A
 CTION;ROLE=REQ-PARTICIPANT;RSVP=TRUE:mailto:dave@demo.test
TRANSP:OPAQUE
X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC
SUMMARY:Moved once
DTSTART;TZID=Europe/Berlin:20261204T113000
DTSTAMP:20261126T090000Z
ORGANIZER;CN="Olga Other";EMAIL="olga@elsewhere.example":mailto:olga@elsewhere.example
SEQUENCE:3
END:VEVENT
END:VCALENDAR`;

const thunderbird = `BEGIN:VCALENDAR
PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN
VERSION:2.0
METHOD:REQUEST
BEGIN:VTIMEZONE
TZID:/mozilla.org/20050126_1/America/New_York
X-LIC-LOCATION:America/New_York
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
TZNAME:EST
DTSTART:19701025T020000
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
CREATED:20261126T085900Z
LAST-MODIFIED:20261126T085900Z
DTSTAMP:20261126T090000Z
UID:0f3a8a52-7f5b-4a5e-8a3f-1d2c3b4a5968
SUMMARY:Across the sea
ORGANIZER;CN=Olga Other;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:olga@elsewhere.example
ATTENDEE;RSVP=TRUE;CN=Dave;PARTSTAT=NEEDS-ACTION;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;X-NUM-GUESTS=0:mailto:dave@demo.test
DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20261201T083000
DTEND;TZID=/mozilla.org/20050126_1/America/New_York:20261201T093000
TRANSP:OPAQUE
LOCATION:https://meet.jit.si/AcrossTheSea
END:VEVENT
END:VCALENDAR`;

const zimbra = `BEGIN:VCALENDAR
PRODID:Zimbra-Calendar-Provider
VERSION:2.0
METHOD:CANCEL
BEGIN:VEVENT
UID:b5f2c9b0-1c5e-4d52-9a1f-3d9b7c0f8f5e
SUMMARY:Cancelled: Stocktaking
ATTENDEE;CN=Dave;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:dave@demo.test
ORGANIZER;CN=Olga Other;SENT-BY="mailto:assistant@elsewhere.example":mailto:olga@elsewhere.example
DTSTART;TZID="Asia/Seoul":20261201T090000
DTEND;TZID="Asia/Seoul":20261201T100000
STATUS:CANCELLED
CLASS:PUBLIC
X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY
TRANSP:OPAQUE
DTSTAMP:20261126T090000Z
SEQUENCE:4
COMMENT:The hall is closed.
END:VEVENT
END:VCALENDAR`;

const fastmail = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//CyrusIMAP.org/Cyrus 3.11//EN
METHOD:REQUEST
CALSCALE:GREGORIAN
BEGIN:VEVENT
UID:3b1f5c1e-22aa-4c12-9f3e-000000000001
DTSTAMP:20261126T090000Z
SEQUENCE:1
DTSTART;VALUE=DATE:20261224
DURATION:P3D
SUMMARY:Closed for the holidays
TRANSP:TRANSPARENT
ORGANIZER;X-JMAP-ID=b2xnYQ;CN=Olga Other:mailto:olga@elsewhere.example
ATTENDEE;X-JMAP-ID=ZGF2ZQ;CN=Dave;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:dave@demo.test
END:VEVENT
END:VCALENDAR`;

const nextcloud = `BEGIN:VCALENDAR
PRODID:-//IDN nextcloud.com//Calendar app 5.0.5//EN
CALSCALE:GREGORIAN
VERSION:2.0
METHOD:REQUEST
${BERLIN}
BEGIN:VEVENT
CREATED:20261126T085900Z
DTSTAMP:20261126T090000Z
LAST-MODIFIED:20261126T085900Z
SEQUENCE:2
UID:7a1e7a9c-56a8-4e5e-b54d-5b1f2f0a3c11
DTSTART;TZID=Europe/Berlin:20261201T100000
DTEND;TZID=Europe/Berlin:20261201T110000
STATUS:CONFIRMED
SUMMARY:Every second Tuesday
LOCATION:https://cloud.elsewhere.example/call/a1b2c3d4
RRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1
ATTENDEE;CN=Dave;CUTYPE=INDIVIDUAL;PARTSTAT=NEEDS-ACTION;ROLE=REQ-PARTICIPA
 NT;RSVP=TRUE;LANGUAGE=en:mailto:dave@demo.test
ORGANIZER;CN=Olga Other:mailto:olga@elsewhere.example
END:VEVENT
BEGIN:VEVENT
DTSTAMP:20261126T090000Z
SEQUENCE:2
UID:7a1e7a9c-56a8-4e5e-b54d-5b1f2f0a3c11
RECURRENCE-ID;TZID=Europe/Berlin:20270105T100000
DTSTART;TZID=Europe/Berlin:20270107T140000
DTEND;TZID=Europe/Berlin:20270107T150000
SUMMARY:Every second Tuesday
ATTENDEE;CN=Dave;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:dave@demo.test
ORGANIZER;CN=Olga Other:mailto:olga@elsewhere.example
END:VEVENT
END:VCALENDAR`;

const zoom = `BEGIN:VCALENDAR
PRODID:-//zoom.us//iCalendar Event//EN
VERSION:2.0
CALSCALE:GREGORIAN
METHOD:REQUEST
CLASS:PUBLIC
BEGIN:VTIMEZONE
TZID:Asia/Seoul
LAST-MODIFIED:20260101T000000Z
TZURL:https://www.tzurl.org/zoneinfo-outlook/Asia/Seoul
X-LIC-LOCATION:Asia/Seoul
BEGIN:STANDARD
TZNAME:KST
TZOFFSETFROM:+0900
TZOFFSETTO:+0900
DTSTART:19700101T000000
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
DTSTAMP:20261126T090000Z
DTSTART;TZID=Asia/Seoul:20261201T220000
DTEND;TZID=Asia/Seoul:20261201T223000
SUMMARY:Olga Other's Zoom Meeting
UID:20261126T090000Z-81234567890@10.0.0.1
TZID:Asia/Seoul
DESCRIPTION:Olga Other is inviting you to a scheduled Zoom meeting.\\n\\nJoin Zoo
 m Meeting\\nhttps://us02web.zoom.us/j/81234567890?pwd=abcDEF123\\n\\nMeeting ID: 812 3456 7890
LOCATION:https://us02web.zoom.us/j/81234567890?pwd=abcDEF123
ORGANIZER;CN=Olga Other:mailto:olga@elsewhere.example
ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:dave@demo.test
BEGIN:VALARM
TRIGGER:-PT10M
ACTION:DISPLAY
DESCRIPTION:Reminder
END:VALARM
END:VEVENT
END:VCALENDAR`;

const teams = `BEGIN:VCALENDAR
PRODID:Microsoft Exchange Server 2010
VERSION:2.0
BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16010101T000000
TZOFFSETFROM:+0530
TZOFFSETTO:+0530
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T000000
TZOFFSETFROM:+0530
TZOFFSETTO:+0530
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
ORGANIZER;CN=Olga Other:mailto:olga@elsewhere.example
ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Dave:mailto:dave@demo.test
UID:040000008200E00074C5B7101A82E0080000000010203040
SUMMARY;LANGUAGE=en-US:Stand-up
DTSTART;TZID=Customized Time Zone:20261201T183000
DTEND;TZID=Customized Time Zone:20261201T184500
DTSTAMP:20261126T090000Z
SEQUENCE:0
LOCATION;LANGUAGE=en-US:Microsoft Teams Meeting
X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.microsoft.com/l/meetup-join/
 19%3ameeting_abc%40thread.v2/0?context=%7b%7d
X-MICROSOFT-SKYPETEAMSPROPERTIES:{"cid":"19:meeting_abc@thread.v2"}
END:VEVENT
END:VCALENDAR`;

const proton = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Proton AG//web-calendar 5.0//EN
CALSCALE:GREGORIAN
METHOD:REQUEST
BEGIN:VTIMEZONE
TZID:Europe/Zurich
X-LIC-LOCATION:Europe/Zurich
BEGIN:DAYLIGHT
TZNAME:GMT+2
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZNAME:GMT+1
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:Q3vY7m0aXb2kL9sT4wE6rU8iO1pA@proton.me
DTSTAMP:20261126T090000Z
SUMMARY:Two things at once
DTSTART;TZID=Europe/Zurich:20261201T140000
DTEND;TZID=Europe/Zurich:20261201T150000
RRULE:FREQ=WEEKLY;COUNT=4
RDATE;TZID=Europe/Zurich:20261225T140000
SEQUENCE:0
ORGANIZER;CN=olga@elsewhere.example:mailto:olga@elsewhere.example
ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;RSVP=TRUE;PARTSTAT=NEEDS-ACTION;CN=dave@demo.test;X-PM-TOKEN=8b1a9953c4611296a827abf8c47804d7:mailto:Dave@Demo.test
X-PM-SESSION-KEY:bm90aGluZw==
END:VEVENT
BEGIN:VEVENT
UID:other-event@proton.me
DTSTAMP:20261126T090000Z
SUMMARY:And one that hangs nowhere
DTSTART:20261201T140000
DTEND:20261201T150000
ORGANIZER;CN=olga@elsewhere.example:mailto:olga@elsewhere.example
ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:dave@demo.test
END:VEVENT
END:VCALENDAR`;

const OLGA = "Olga Other <olga@elsewhere.example>";

export const PRODUCED: readonly Produced[] = [
  {
    producer: "Google Calendar",
    message: `${head(OLGA, "Invitation: =?UTF-8?B?UGzDpG7Dqw==?=")}
Sender: Google Calendar <calendar-notification@google.com>
${mixed(
  `Content-Type: text/calendar; charset="UTF-8"; method=REQUEST
Content-Transfer-Encoding: quoted-printable`,
  quotedPrintable(google),
  `Content-Type: application/ics; name="invite.ics"
Content-Disposition: attachment; filename="invite.ics"
Content-Transfer-Encoding: quoted-printable`,
)}`,
  },
  {
    producer: "Outlook and Exchange",
    message: `${head(OLGA, "Weekly")}
${alternative(
  `Content-Type: text/calendar; charset="utf-8"; method=REQUEST
Content-Transfer-Encoding: base64`,
  base64(exchange),
)}`,
  },
  {
    producer: "Apple Calendar",
    message: `${head(OLGA, "Moved once")}
${mixed(
  "Content-Type: text/calendar; charset=utf-8; method=REQUEST",
  apple,
  `Content-Type: application/ics; name=iCal-20261126.ics
Content-Disposition: attachment; filename=iCal-20261126.ics`,
)}`,
  },
  {
    producer: "Thunderbird",
    message: `${head(OLGA, "Invitation: Across the sea")}
${mixed(
  `Content-Type: text/calendar; method=REQUEST; charset=UTF-8
Content-Transfer-Encoding: 8BIT`,
  thunderbird,
  `Content-Type: application/ics; name="invite.ics"
Content-Disposition: attachment; filename="invite.ics"`,
)}`,
  },
  {
    producer: "Zimbra",
    message: `${head("Assistant <assistant@elsewhere.example>", "Cancelled: Stocktaking")}
${alternative(
  `Content-Type: text/calendar; charset=utf-8; method=CANCEL; name=meeting.ics
Content-Transfer-Encoding: 7bit`,
  zimbra,
)}`,
  },
  {
    producer: "Fastmail",
    message: `${head(OLGA, "Invitation: Closed for the holidays")}
Content-Type: text/calendar; charset=utf-8; method=REQUEST; component=VEVENT
Content-ID: <one@elsewhere.example>
Content-Transfer-Encoding: base64

${base64(fastmail)}
`,
  },
  {
    producer: "Nextcloud",
    message: `${head("Cloud <invitations-noreply@cloud.elsewhere.example>", "Invitation: Every second Tuesday")}
Reply-To: ${OLGA}
${mixed(
  `Content-Type: text/calendar; method=REQUEST; charset="utf-8"; name=event.ics
Content-Transfer-Encoding: base64`,
  base64(nextcloud),
  `Content-Type: application/ics; name=event.ics
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename=event.ics`,
)}`,
  },
  {
    producer: "Zoom",
    message: `${head("Zoom <no-reply@zoom.us>", "Meeting invitation")}
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: text/html; charset=utf-8

<p>You are invited to a Zoom meeting.</p>
--outer
Content-Type: text/calendar; charset=utf-8; method=REQUEST; name=invite.ics
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename=invite.ics

${base64(zoom)}
--outer--
`,
  },
  {
    producer: "Teams",
    message: `${head(OLGA, "Stand-up")}
${alternative(
  `content-type: text/calendar; charset="utf-8"; METHOD="request"
content-transfer-encoding: base64`,
  base64(teams),
)}`,
  },
  {
    producer: "Proton Calendar",
    message: `${head(OLGA, "Invitation for two events")}
Content-Type: multipart/mixed; boundary="outer"

--outer
Content-Type: text/plain; charset=utf-8

You are invited.
--outer
Content-Type: text/calendar; filename="invite.ics"; name="invite.ics"; method=REQUEST; charset=utf-8; component=vevent
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="invite.ics"; name="invite.ics"

${base64(proton)}
--outer--
`,
  },
].map(({ producer, message }) => ({ producer, message: crlf(message) }));
