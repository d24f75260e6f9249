/** Milliseconds after which what was said is gone: who reads on to the page's end does not meet what is old. */
const SAID = 7000;

let line: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something to screen readers without showing it. */
export function announce(text: string): void {
  if (line === undefined) {
    line = document.createElement("div");
    line.className = "a-hidden";
    line.ariaLive = "polite";
    document.body.append(line);
  }
  // The same words twice are two messages: a fresh node is always read.
  const words = document.createElement("p");
  words.textContent = text;
  line.replaceChildren(words);
  clearTimeout(timer);
  timer = setTimeout(() => words.remove(), SAID);
}
