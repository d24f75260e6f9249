/** Milliseconds for which a browser finds the file: Safari reads it a moment later. */
const KEPT = 60_000;

/** Gives the browser a file to save; nothing of it stays here. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}
