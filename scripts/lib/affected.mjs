// What of the browser tests a change is tried with.

/** So much of the browser tests is run, in seconds. */
export const MOST_SECONDS = 90;
/** What a file is taken to last that has not run here yet. */
const UNKNOWN_SECONDS = 30;

/** The feature, kit or application that a file is part of; `null` for what is part of none. */
export function featureOf(path) {
  return /^(?:server\/src\/)?(?:features|kits|apps)\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** What the first line of a browser test says it is about: `// Features: mail, compose`. */
export function namedFeatures(text) {
  const [, names] = /^\/\/ Features: (.+)/.exec(text) ?? [];
  return names === undefined ? [] : names.split(", ");
}

/**
 * The browser tests for a change, shortest first: those that changed themselves, and those about a feature that did.
 * @param files `{ path, features, seconds }` of each; `seconds` is what it last took, if that is known
 * @param changed paths of the files that changed
 * @returns `{ run, left }`, each a list of paths
 */
export function chooseBrowserTests(files, changed) {
  const features = new Set(changed.map(featureOf));
  const isMeant = (file) =>
    changed.includes(file.path) || file.features.some((name) => features.has(name));
  const meant = files
    .filter(isMeant)
    .map(({ path, seconds = UNKNOWN_SECONDS }) => ({ path, seconds }))
    .sort((one, other) => one.seconds - other.seconds);
  const run = [];
  let sum = 0;
  for (const { path, seconds } of meant) {
    sum += seconds;
    if (sum > MOST_SECONDS && run.length > 0) break;
    run.push(path);
  }
  return { run, left: meant.slice(run.length).map(({ path }) => path) };
}

/** What is said of browser tests that were left out: of costly ones `npm test` runs a sample, and what is named is run whole. */
export const aboutLeft = (paths) =>
  `Not run: ${paths.length} more browser tests about it. npm test runs no more than its sample of them; all of it: npm run e2e -- ${paths.join(" ")}`;
