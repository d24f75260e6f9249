import { pathOf } from "./headers.ts";

/** Of a link to files, what follows this opens it. However the path is written, nothing of that is logged. */
const SECRET = /^\/*share\/+file\/+(?=.)/i;

/** The path of a request's target as the log may have it. */
export function loggedPath(url: string): string {
  const path = pathOf(url);
  const plain = decoded(path);
  const [secret] = SECRET.exec(plain) ?? [];
  return secret === undefined ? path : `${secret}…`;
}

/** However often it is encoded. */
function decoded(path: string): string {
  let text = path;
  try {
    for (let before = ""; before !== text;) [before, text] = [text, decodeURIComponent(text)];
  } catch {
    // What is left is no encoding.
  }
  return text;
}
