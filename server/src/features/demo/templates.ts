import type { PersonKey } from "./cast.ts";

export interface DemoTemplate {
  readonly name: string;
  readonly subject: string;
  readonly html: string;
}

const lines = (...texts: readonly string[]): string =>
  texts.map((text) => `<div>${text || "<br>"}</div>`).join("");

/** What people of the demo organisation write often. */
export const TEMPLATES: Readonly<Partial<Record<PersonKey, readonly DemoTemplate[]>>> = {
  alice: [
    {
      name: "Site visit",
      subject: "Site visit at {company}",
      html: lines(
        "Hi {first name},",
        "",
        "thank you for showing us around. As promised, here is what we agreed on today, {date}:",
        "<ul><li>We send the drawings within a week.</li><li>You confirm the loading times of the lift.</li></ul>",
        "Is there anything you would like to add?",
        "",
        "Best,",
        "{my name}",
      ),
    },
  ],
  jimin: [
    {
      name: "견적 안내",
      subject: "{회사} 전시 조명 견적",
      html: lines(
        "{이름}님, 안녕하세요.",
        "",
        "문의하신 전시 조명의 견적을 보내드립니다. 견적은 {날짜}부터 30일 동안 유효합니다.",
        "궁금한 점이 있으면 언제든지 알려 주세요.",
        "",
        "{내 이름} 드림",
      ),
    },
  ],
};

/** Of the shared account. */
export const SHARED_TEMPLATES: readonly DemoTemplate[] = [
  {
    name: "Request received",
    subject: "We received your request",
    html: lines(
      "Dear {name},",
      "",
      "thank you for your message. We received your request on {date} and will answer within two working days.",
      "",
      "Your Lanternfield support team",
    ),
  },
];
