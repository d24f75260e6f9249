import { expect, test } from "vitest";
import { fromChooser, fromEntries, TooManyFiles } from "./dropped.ts";

type Tree = { readonly [name: string]: Tree | string };

/** What a browser hands out for a dropped folder; its readers answer two at a time. */
function entryOf(name: string, content: Tree | string): FileSystemEntry {
  if (typeof content === "string")
    return {
      isFile: true,
      name,
      file: (resolve: (file: File) => void) => resolve(new File([content], name)),
    } as unknown as FileSystemEntry;
  const children = Object.entries(content).map(([child, inside]) => entryOf(child, inside));
  return {
    isFile: false,
    name,
    createReader: () => ({
      readEntries: (resolve: (some: FileSystemEntry[]) => void) => resolve(children.splice(0, 2)),
    }),
  } as unknown as FileSystemEntry;
}

test("a folder is read to its end, with the folders in it", async () => {
  const dropped = [
    entryOf("plans", { a: "1", b: "2", c: "3", old: { d: "4", none: {} } }),
    entryOf("alone.txt", "5"),
  ];
  const { files, emptyFolders } = await fromEntries(dropped);
  expect(files.map(({ file, folders }) => [...folders, file.name].join("/"))).toEqual([
    "plans/a",
    "plans/b",
    "plans/c",
    "plans/old/d",
    "alone.txt",
  ]);
  expect(emptyFolders).toEqual([["plans", "old", "none"]]);
});

test("a folder without an end is refused", async () => {
  let deep: Tree = {};
  for (let level = 0; level < 60; level += 1) deep = { deeper: deep };
  await expect(fromEntries([entryOf("top", deep)])).rejects.toThrow(TooManyFiles);
});

test("a chooser for folders says where its files were", () => {
  const chosen = (name: string, webkitRelativePath: string): File =>
    Object.defineProperty(new File([""], name), "webkitRelativePath", {
      value: webkitRelativePath,
    });
  const files = [chosen("a.txt", "plans/old/a.txt"), chosen("b.txt", "")];
  expect(fromChooser(files).map(({ folders }) => folders)).toEqual([["plans", "old"], []]);
});
