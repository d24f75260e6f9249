/** A file with the folders that it was in, from the one that was chosen or dropped. */
export interface Incoming {
  readonly file: File;
  readonly folders: readonly string[];
}

/** Files and folders of one upload: the server takes no more into an account. */
export const MAX_INCOMING = 100_000;
/** As deep as the server lets folders be. */
const MAX_DEPTH = 50;

export class TooManyFiles extends Error {
  override readonly name = "TooManyFiles";
}

/** What a file chooser for a folder answers: the path is part of each file. */
export const fromChooser = (files: Iterable<File>): Incoming[] =>
  [...files].map((file) => ({
    file,
    folders: file.webkitRelativePath.split("/").slice(0, -1),
  }));

/** What was dropped. Folders are read to their end; folders without a file in them are not among it. */
export async function fromEntries(
  entries: readonly FileSystemEntry[],
): Promise<{ readonly files: readonly Incoming[]; readonly emptyFolders: readonly string[][] }> {
  const files: Incoming[] = [];
  const emptyFolders: string[][] = [];
  const read = async (entry: FileSystemEntry, folders: readonly string[]): Promise<void> => {
    if (files.length + emptyFolders.length >= MAX_INCOMING || folders.length > MAX_DEPTH)
      throw new TooManyFiles();
    if (isFile(entry)) {
      files.push({ file: await fileOf(entry), folders });
      return;
    }
    const children = await childrenOf(entry as FileSystemDirectoryEntry);
    const inside = [...folders, entry.name];
    if (children.length === 0) emptyFolders.push(inside);
    for (const child of children) await read(child, inside);
  };
  for (const entry of entries) await read(entry, []);
  return { files, emptyFolders };
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader answers some at a time, at the end none. */
async function childrenOf(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
