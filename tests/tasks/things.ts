import type { Locator, Page } from "playwright-core";

/** Something on the screen, and what a person calls it. */
export interface Thing {
  readonly words: string;
  find(page: Page): Locator;
}

type Role = Parameters<Page["getByRole"]>[0];

const named =
  (role: Role, kind: string) =>
  (name: string, options: { readonly exact?: boolean } = {}): Thing => ({
    words: `${kind}“${name}”`,
    find: (page) => page.getByRole(role, { name, exact: options.exact ?? true }),
  });

export const button = named("button", "");
export const entry = named("menuitem", "");
export const option = named("option", "");
export const field = named("textbox", "");
export const box = named("combobox", "");
export const tick = named("checkbox", "");

export const thing = (words: string, find: (page: Page) => Locator): Thing => ({ words, find });

/** The one of them that is inside of another. */
export const inside = (outer: Thing, inner: Thing): Thing => ({
  words: inner.words,
  find: (page) => outer.find(page).locator(inner.find(page)),
});

/** The newest row of the list with this subject. */
export const row = (subject: string): Thing => ({
  words: `“${subject}”`,
  find: (page) => page.getByRole("row").filter({ hasText: subject }).first(),
});

export const rowAt = (index: number): Thing => ({
  words: index === 0 ? "the first conversation" : `conversation ${index + 1}`,
  find: (page) => page.locator(`[role=row][data-index="${index}"]`),
});

/** Where the keyboard is in the list. */
export const markedRow = thing("the row that the keyboard is on", (page) =>
  page.locator("[role=row]:focus"),
);

export const folder = (name: string): Thing => ({
  words: `the folder “${name}”`,
  find: (page) => page.getByRole("treeitem", { name }).first(),
});

export const dock: Thing = {
  words: "the message being written",
  find: (page) => page.locator(".compose-panel").last(),
};

export const newMessage = button("New message");

/** Below an open message, by which it is answered. */
export const answerButton = (name: string): Thing => ({
  words: `“${name}”`,
  find: (page) =>
    page
      .getByRole("group", { name: "Reply to this message" })
      .getByRole("button", { name, exact: true }),
});

export const openMessage: Thing = {
  words: "the open message",
  find: (page) => page.locator(".mail-message[data-open]:visible").last(),
};

export const messageMenu = inside(openMessage, button("More actions"));

export const text: Thing = {
  words: "the text",
  find: (page) => page.getByRole("textbox", { name: "Message", exact: true }).last(),
};

/** What is said of a message that cannot be sent yet. */
export const waits: Thing = {
  words: "that it waits",
  find: (page) => page.getByText("The message will be sent when").first(),
};

export const toast = (words: string | RegExp): Thing => ({
  words: String(words),
  find: (page) => page.locator(".a-toast").filter({ hasText: words }).last(),
});
