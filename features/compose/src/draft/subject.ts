const REPLY = /^(?:(?:re|aw|antw|sv|vs|답장|회신)\s*(?:\[\d+\]\s*)?[:：]\s*)+/iu;
const FORWARD = /^(?:(?:fwd?|wg|tr|전달)\s*[:：]\s*)+/iu;

/** `Re: …`, however often the subject said so before, in whatever language. */
export function replySubject(subject: string): string {
  return `Re: ${subject.trim().replace(REPLY, "")}`.trim();
}

/** What the message is about, whoever answered it and handed it on. */
export function bareSubject(subject: string): string {
  const text = subject.trim();
  const bare = text.replace(REPLY, "").replace(FORWARD, "");
  return bare === text ? text : bareSubject(bare);
}

export function forwardSubject(subject: string): string {
  return `Fwd: ${subject.trim().replace(FORWARD, "")}`.trim();
}
