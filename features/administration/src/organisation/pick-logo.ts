import { LOGO_MAX_OCTETS } from "@atrium/contract/types/organisation";

/** Octets of a file that a window reads at most. */
const MAX_FILE = 20_000_000;
/** Pixels of the longer side, the largest that is small enough. */
const SIDES = [512, 384, 256, 192, 128];
/** What browsers can write; JPEG has no transparency. */
const FORMATS = ["image/png", "image/webp"];
/** Octets that base64 stands for. */
const sizeOf = (url: string): number => ((url.length - url.indexOf(",") - 1) * 3) / 4;

/** Why a file is no logo. */
export class NoLogo extends Error {
  readonly reason: "logoUnread" | "logoTooLarge";

  constructor(reason: NoLogo["reason"], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/**
 * A file as a `data:` URL that the server takes: drawn once more by this browser, so that it is no larger than it has to be
 * and says nothing of where it was taken.
 * @throws NoLogo
 */
export async function logoOf(file: File): Promise<string> {
  if (file.size > MAX_FILE) throw new NoLogo("logoTooLarge");
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode().catch((cause: unknown) => {
      throw new NoLogo("logoUnread", { cause });
    });
    return small(picture);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function small(picture: HTMLImageElement): string {
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (width === 0 || height === 0) throw new NoLogo("logoUnread");
  const canvas = document.createElement("canvas");
  for (const side of SIDES) {
    const scale = Math.min(1, side / Math.max(width, height));
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const format of FORMATS) {
      const url = canvas.toDataURL(format);
      if (url.startsWith(`data:${format}`) && sizeOf(url) <= LOGO_MAX_OCTETS) return url;
    }
  }
  throw new NoLogo("logoTooLarge");
}
