/**
 * What a window looked like when it was open last, to be shown while the application that draws it is still on its way.
 * It is a picture and no more: nothing in it can be used, and the application takes its place.
 */
export interface StartupSnapshot {
  /** Nobody else is shown it. */
  readonly personId: string;
  /** The paths that look like this. */
  readonly paths: readonly string[];
  /** The address of the entry script: another release may look different. */
  readonly release: string;
  /** Of the window, in CSS pixels, as `1440 900`. */
  readonly size: string;
  /** Addresses of the window's stylesheets, as its document has them, in their order. */
  readonly sheets: readonly string[];
  /** Fonts of the page that it is written in, as `document.fonts.load` takes them. */
  readonly fonts: readonly string[];
  /** Addresses of what else the window begins with. */
  readonly files: readonly (readonly [href: string, as: "font" | "script"])[];
  /** Attributes of the document's element: language, theme, density. */
  readonly marks: readonly (readonly [name: string, value: string])[];
  readonly html: string;
}

/** The address of this release's entry script. */
export const releaseNow = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[src*="/index."]')?.src;

export const sizeNow = (): string => `${innerWidth} ${innerHeight}`;
