/**
 * Expressions whose check takes longest, together most of the time of all: as they are written they were found to be
 * linear. One that is changed stands here no longer, and is checked; so are all of these by `npm run soak -- --only samples`.
 */
export const FOUND_LINEAR: readonly string[] = [
  String.raw`/;([\w-]{1,100})=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/y`,
  String.raw`/;CN=(?:"([^"]*)"|([^";:,]*))/i`,
  String.raw`/(?:^|[;\s])overflow\s*:\s*hidden/i`,
  String.raw`/(?:^|[;\s])font(?:-size)?\s*:\s*([^;]{1,100})/gi`,
  String.raw`/^(?:[\d.]+\s*(?:%|em\b|ex\b|ch\b)|inherit|smaller|larger)/i`,
  String.raw`/^(?:on\b.{5,200}\bwrote|am\b.{5,200}\bschrieb\b.{0,100}|le\b.{5,200}a écrit|el\b.{5,200}escribió|il\b.{5,200}ha scritto|\d{4}\s*[년年].{5,200}(?:작성|썼습니다|wrote|書きました|写道).{0,3}|.{2,200}님이 (?:작성|쓴 글).{0,20})\s*[:：]\s*$/iu`,
  String.raw`/^\*?(?:from|보낸 사람|보낸사람|von|de|差出人|发件人)\s*[:：]\*?\s*\S/iu`,
  String.raw`/=\?[^?\s]{1,64}\?q\?[^?]*\?=/gi`,
  String.raw`/^(?:[a-z]{2,9}[.,\s]+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]{0,6}\.?[\s,-]+(\d{2,4}),?\s+(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2})(?:[.,]\d{1,9})?)?\s*([+-]\d{1,2}:?\d{2}|[a-z]{1,5})?/i`,
  String.raw`/\$\{((?:[a-z_]\w*\.)*[a-z_]\w*|\d{1,9})\}/gi`,
  String.raw`/^Max open files +(\d+|unlimited)/m`,
  String.raw`/\b([A-Z][a-z]{2}) +(\d{1,2}) +(\d{1,2}:\d{2}(?::\d{2})?)(?: +([A-Z]{1,5}|[+-]\d{4}))? +(\d{4})(?: +([+-]\d{4}))?\s*$/`,
  String.raw`/=\s*required\b/i`,
  String.raw`/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i`,
  String.raw`/^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)([/?].*)?$/`,
  String.raw`/^BDAT +(\d{1,15})( +LAST)? *$/i`,
  String.raw`/[\s/]*([^\s/>=]+|=[^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)?))?/gy`,
  String.raw`/prefers-color-scheme:\s*dark/i`,
  String.raw`/^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)(\.(?!-)[\p{L}\p{N}-]{1,63}(?<!-))+$/u`,
  String.raw`/^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u`,
  String.raw`/^rgba?\((\d+(?:\.\d+)?), (\d+(?:\.\d+)?), (\d+(?:\.\d+)?)(?:, ([\d.]+))?\)$/`,
  String.raw`/font(?:-size)?\s*:\s*[0.]/i`,
  String.raw`/^[a-z]{3},?\s+([a-z]{3})\s+(\d{1,2})\s+(\d{1,2}):(\d{2}):(\d{2})\s+(?:([+-]\d{4}|[a-z]{1,5})\s+)?(\d{4})(?:\s+([+-]\d{4}))?/i`,
  String.raw`/^(?:(?:re|aw|antw|sv|vs|답장|회신)\s*(?:\[\d+\]\s*)?[:：]\s*)+/iu`,
  String.raw`/^\s*(?:\$ [a-z]|def \w+\(|class \w+[(:])/`,
  String.raw`/:(\w+)/g`,
  String.raw`/^header:([!-9;-~]+)(?::(as[A-Za-z]+))?(:all)?$/`,
];
