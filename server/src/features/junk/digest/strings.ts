/** What lists the mail that came into Junk. */
export interface Words {
  readonly subject: (count: number) => string;
  readonly since: (count: number, when: string) => string;
  readonly more: (count: number) => string;
  readonly unknownSender: string;
  readonly noSubject: string;
  readonly how: string;
}

const en: Words = {
  subject: (count) => (count === 1 ? "1 new message in Junk" : `${count} new messages in Junk`),
  since: (count, when) =>
    count === 1
      ? `Since ${when}, one message went to Junk. If it isn't junk, open it and choose Not junk.`
      : `Since ${when}, ${count} messages went to Junk. If one of them isn't junk, open it and choose Not junk.`,
  more: (count) => (count === 1 ? "One more is in Junk." : `${count} more are in Junk.`),
  unknownSender: "Unknown sender",
  noSubject: "(no subject)",
  how: "To get this summary more or less often, or not at all, open Settings → Junk.",
};

const ko: Words = {
  subject: (count) => `스팸메일함에 새 메일 ${count}개가 있습니다`,
  since: (count, when) =>
    `${when} 이후 메일 ${count}개가 스팸메일함으로 이동했습니다. 스팸이 아닌 메일은 열어서 ‘스팸 아님’을 선택하세요.`,
  more: (count) => `스팸메일함에 메일 ${count}개가 더 있습니다.`,
  unknownSender: "알 수 없는 보낸 사람",
  noSubject: "(제목 없음)",
  how: "이 요약을 받는 주기는 설정 → 스팸에서 바꾸거나 끌 수 있습니다.",
};

export const WORDS = { en, ko };
