/** What a mail says of a picture on another server. */
export interface PictureClaims {
  readonly address: string;
  /** As CSS or an attribute writes it; empty when nothing is said. */
  readonly width: string;
  readonly height: string;
  /** It says itself that it is not to be seen. */
  readonly isHidden: boolean;
}

/** A side of so many pixels at most shows nothing. */
const UNSEEN = 1;
/** One that claims a longer side is a picture that someone looks at, whatever its address. */
const SMALL = 4;

/**
 * Addresses by which the large mailing services learn that a message was opened, by their documentation: `/wf/open`,
 * `/track/open.php`, `/notifications/beacon/….gif`, `/e3t/Bto/…`, `/email_open_log_pic.php`, `awstrack.me/I0/…`.
 */
const OPENED =
  /\/(?:open|opens|opened|beacon|emimp|email_open_log_pic)(?:\.(?:php|aspx?|gif))?(?:\/|$)/;
const PIXEL = /\/(?:pixel|1x1|o)\.(?:gif|png)$/;
const COUNTED = /^\/(?:o|e[23]t\/b?t?o)\/[\w=/-]{20,}$/;
const COUNTING_HOST = /(?:^|\.)awstrack\.me$/;
/** Of what someone is to see. */
const SEEN = /\.(?:jpe?g|png|webp|avif|svg)$/;

/** Whether a picture only tells the sender that the message was read: nobody can see it, or its address is made for that. */
export function isTrackingPixel({ address, width, height, isHidden }: PictureClaims): boolean {
  const sides = [pixels(width), pixels(height)];
  if (isHidden || sides.every((side) => side !== undefined && side <= UNSEEN)) return true;
  if (sides.includes(0)) return true;
  if (sides.some((side) => side !== undefined && side > SMALL)) return false;
  const url = parsed(address.trim());
  if (!url) return false;
  const path = url.pathname.toLowerCase();
  if (PIXEL.test(path) || COUNTING_HOST.test(url.hostname)) return true;
  return !SEEN.test(path) && (OPENED.test(path) || COUNTED.test(path));
}

function pixels(size: string): number | undefined {
  const number = /^(\d{1,6}(?:\.\d{1,6})?)(?:px)?$/i.exec(size.trim())?.[1];
  return number === undefined ? undefined : Number(number);
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address, "https://unknown.invalid/");
  } catch {
    return undefined;
  }
}
