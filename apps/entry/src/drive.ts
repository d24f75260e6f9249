/**
 * Begins to load the drive remote: its manifest is on its way before the application is. The rest of it, and all of
 * federation, follows when the window shows what it was opened for. Nobody waits for it.
 */
export function startDrive(): Promise<Response> {
  const { content } = document.querySelector<HTMLMetaElement>('meta[name="atrium-drive"]')!;
  // A remote is deployed without us: yesterday's manifest would name files that are gone. Whoever goes on has a time limit.
  // Where it is switched off, the server names none.
  const manifest = content ? fetch(content, { cache: "no-cache" }) : Promise.reject();
  // Whether drive came matters to whoever shows it.
  manifest.catch(() => undefined);
  return manifest;
}
