let line: HTMLElement | undefined;

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
}
