/** What tells someone that mail to them was held back. */
export interface Words {
  readonly subject: string;
  readonly held: (from: string, subject: string | null) => string;
  readonly unknown: string;
  readonly ask: string;
  readonly once: string;
}

const en: Words = {
  subject: "A message with a virus was held back",
  held: (from, subject) =>
    subject === null
      ? `A message from ${from} wasn't delivered because a virus was found in it.`
      : `A message from ${from} wasn't delivered because a virus was found in it. Its subject: ${subject}`,
  unknown: "an unknown sender",
  ask: "If you expected this message, ask its sender by another way, or ask an administrator to look at it. It is deleted after 30 days.",
  once: "If more such messages arrive within the hour, you won't be told of each.",
};

const ko: Words = {
  subject: "바이러스가 있는 메일의 전달을 보류했습니다",
  held: (from, subject) =>
    subject === null
      ? `바이러스가 발견되어 전달하지 않은 메일이 있습니다. 보낸 사람: ${from}`
      : `바이러스가 발견되어 전달하지 않은 메일이 있습니다. 보낸 사람: ${from}, 제목: ${subject}`,
  unknown: "알 수 없음",
  ask: "기다리던 메일이라면 다른 방법으로 보낸 사람에게 확인하거나 관리자에게 문의하세요. 보류한 메일은 30일 후 삭제됩니다.",
  once: "한 시간 안에 이런 메일이 더 오더라도 다시 알리지 않습니다.",
};

export const WORDS = { en, ko };
