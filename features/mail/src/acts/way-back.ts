/** The latest acts that can be taken back, of this window. */
const done: (() => void)[] = [];
const MOST = 20;

/** Remembers how an act is taken back, for the key that does. It is taken once, and not after it was withdrawn. */
export function wayBack(onTake: () => void): {
  readonly take: () => void;
  readonly withdraw: () => boolean;
} {
  const withdraw = (): boolean => {
    const at = done.indexOf(take);
    if (at >= 0) done.splice(at, 1);
    return at >= 0;
  };
  // By its key or a second click: the offer may have been used already.
  const take = (): void => {
    if (withdraw()) onTake();
  };
  done.push(take);
  if (done.length > MOST) done.shift();
  return { take, withdraw };
}

/** Takes back the latest act that can be; answers whether there was one. */
export function takeBackLatest(): boolean {
  const last = done.at(-1);
  last?.();
  return last !== undefined;
}
