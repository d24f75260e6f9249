/** Smaller ones, in CSS pixels either way, are signs and logos: nobody wants to see them larger. */
const SMALLEST = 120;

/**
 * Makes buttons of the pictures that a mail brings along, where they lead nowhere else. Returns the end of it.
 * @param open called with a picture's address inside this window.
 */
export function followPictures(
  document: Document,
  { open, label }: { readonly open: (address: string) => void; readonly label: string },
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const offer = (picture: HTMLImageElement): void => {
    const { naturalWidth, naturalHeight, alt } = picture;
    if (!isOwn(picture) || Math.min(naturalWidth, naturalHeight) < SMALLEST) return;
    picture.tabIndex = 0;
    picture.role = "button";
    picture.ariaLabel = alt.trim() === "" ? label : `${label}: ${alt}`;
    picture.style.cursor = "zoom-in";
  };
  const act = (event: Event): void => {
    const picture = pictureOf(event.target);
    if (picture?.role !== "button") return;
    event.preventDefault();
    open(picture.src);
  };
  document.addEventListener(
    "load",
    ({ target }) => {
      const picture = pictureOf(target);
      if (picture) offer(picture);
    },
    { signal, capture: true },
  );
  document.addEventListener("click", act, { signal });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Enter" || event.key === " ") act(event);
    },
    { signal },
  );
  for (const picture of document.images) if (picture.complete) offer(picture);
  return () => stop.abort();
}

/** The frame has a window of its own, and classes of its own with it. */
const pictureOf = (target: EventTarget | null): HTMLImageElement | undefined =>
  (target as Element | null)?.tagName === "IMG" ? (target as HTMLImageElement) : undefined;

const isOwn = (picture: HTMLImageElement): boolean =>
  picture.src.startsWith("blob:") && picture.closest("a, button") === null;
