import { crc32, writeZip } from "@atrium/formats/zip";
import { saveFile } from "@atrium/ui";

export interface SavedFile {
  readonly name: string;
  readonly href: string;
}

/** Saves files as one ZIP file. They are fetched one after the other, and stored as they are. */
export async function downloadAll(files: readonly SavedFile[], zipName: string): Promise<void> {
  const names = distinctNames(files.map(({ name }) => name));
  const entries = [];
  const contents: Blob[] = [];
  for (const [index, { href }] of files.entries()) {
    const response = await fetch(href);
    if (!response.ok) throw new Error(`The server answers ${response.status}`);
    const blob = await response.blob();
    let sum = 0;
    // Piece by piece, between which the page goes on.
    for (const reader = blob.stream().getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      sum = crc32(value, sum);
    }
    entries.push({ name: names[index]!, size: blob.size, crc32: sum });
    contents.push(blob);
  }
  const { headers, end } = writeZip(entries, new Date());
  const pieces = headers.flatMap((header, index) => [header, contents[index]!]);
  saveFile(zipName, new Blob([...pieces, end], { type: "application/zip" }));
}

/** Names of which no two are the same on any system, and none leads into a folder. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const clean =
      name
        .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, "_")
        .replace(/^\.+/, "_")
        .slice(0, 200)
        .toWellFormed() || "_";
    const dot = clean.lastIndexOf(".");
    const [stem, extension] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ""];
    let chosen = clean;
    for (let number = 2; taken.has(chosen.toLowerCase()); number++)
      chosen = `${stem} (${number})${extension}`;
    taken.add(chosen.toLowerCase());
    return chosen;
  });
}
