/** Where what opens above everything has to stand: inside a modal dialog of the browser's own, if one is open. */
export function topLayer(): HTMLElement {
  return document.querySelector<HTMLElement>("dialog:modal") ?? document.body;
}
