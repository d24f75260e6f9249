/**
 * The address that a link's words name, when it is another than the one it leads to: the oldest trick of all.
 * `undefined` for words that name none, and for those that say the truth.
 */
export function otherAddress(words: string, target: string): string | undefined {
  const named =
    /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})(?:[/?#:]\S*)?$/iu.exec(
      words.trim(),
    )?.[1];
  if (named === undefined || !/^https?:/i.test(target) || !URL.canParse(target)) return undefined;
  const shown = hostOf(`https://${named}`);
  const real = hostOf(target);
  const isSame = shown === real || real.endsWith(`.${shown}`) || shown.endsWith(`.${real}`);
  return shown === "" || isSame ? undefined : named;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : "";
}
