/** The web app manifest, by which browsers install the suite as an app. */
export const MANIFEST_PATH = "/manifest.webmanifest";

/** Where a `mailto:` link leads that the installed app or the browser hands over, as `?link=`. */
export const MAILTO_PATH = "/api/mailto";

/** Where what another app shares leads, as `?title=`, `?text=` and `?url=`. */
export const SHARE_PATH = "/api/share-target";

/** Mail, with the keyboard in its search box. */
export const SEARCH_PATH = "/?search";

export interface AppIcon {
  readonly file: string;
  /** CSS pixels of each side. */
  readonly size: number;
  /** As the manifest has it; `null`: Apple's devices alone ask for it, by a link in the document. */
  readonly purpose: "any" | "maskable" | null;
}

export const APPLE_ICON = "apple-touch-icon.png";

/** The icons of the installed app, at the root. */
export const ICONS: readonly AppIcon[] = [
  { file: "icon-192.png", size: 192, purpose: "any" },
  { file: "icon-512.png", size: 512, purpose: "any" },
  { file: "icon-maskable-512.png", size: 512, purpose: "maskable" },
  { file: APPLE_ICON, size: 180, purpose: null },
];
