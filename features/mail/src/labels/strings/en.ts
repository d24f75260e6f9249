import { plural } from "@atrium/i18n";

type Count = { readonly count: number };

export const en = {
  labels: "Labels",
  chooseSeveral: "To choose several, press Shift+Enter or click the boxes.",
  findLabel: "Find or create a label",
  createCalled: "Create “{name}”",
  noLabelsYet: "No labels yet. Type a name to create the first one.",
  optionsFound: ({ count }: Count) =>
    plural(count, { one: "{count} choice", other: "{count} choices" }),

  newLabel: "New label",
  editLabel: "Edit label",
  labelName: "Label name",
  color: "Colour",
  color_indigo: "Indigo",
  color_blue: "Blue",
  color_teal: "Teal",
  color_green: "Green",
  color_yellow: "Yellow",
  color_orange: "Orange",
  color_red: "Red",
  color_pink: "Pink",
  color_purple: "Purple",
  color_gray: "Grey",
  create: "Create",
  save: "Save",
  labelActs: "Actions for label {name}",
  deleteLabel: "Delete label",
  deleteTitle: "Delete the label “{name}”?",
  deleteWhat: "It is removed from all messages. The messages stay where they are.",
  created: "Label “{name}” was created.",
  changed: "Label “{name}” was changed.",
  deleted: "Label “{name}” was deleted.",
  nameNeeded: "Enter a name.",
  nameTaken: "A label with this name already exists.",
  tooMany: "You can’t create any more labels. Delete one first.",
  badName: "A label can’t have this name.",
  refused: "This did not work. Try again.",
} as const;
