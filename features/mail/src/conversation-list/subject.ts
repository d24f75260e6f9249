const REPLY = /^(?:(?:re|aw|antw|sv|vs|답장|회신)\s*(?:\[\d+\])?\s*[:：]\s*)+/iu;

/** The subject of a conversation: every message but the first answers, so saying it again tells nothing. */
export function withoutReply(subject: string): string {
  const text = subject.trim();
  return text.replace(REPLY, "") || text;
}
