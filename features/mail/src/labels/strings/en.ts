import { plural } from "@atrium/i18n";

type Count = { readonly count: number };

export const en = {
  labels: "Labels",
  findLabel: "Find or make a label",
  createCalled: "Create “{name}”",
  noLabelsYet: "There are no labels yet. Type a name to make the first one.",
  optionsFound: ({ count }: Count) =>
    plural(count, { one: "{count} choice", other: "{count} choices" }),

  newLabel: "New label",
  editLabel: "Edit label",
  labelName: "Name of the label",
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
  labelActs: "With the label {name}",
  deleteLabel: "Delete label",
  deleteTitle: "Delete the label “{name}”?",
  deleteWhat: "It is taken off all mail. The mail itself stays where it is.",
  created: "Label “{name}” was made.",
  changed: "Label “{name}” was changed.",
  deleted: "Label “{name}” was deleted.",
  nameNeeded: "Give the label a name.",
  nameTaken: "There is a label of this name already.",
  tooMany: "No more labels can be made. Delete one first.",
  badName: "A label cannot have this name.",
  refused: "That could not be done. Try again.",
} as const;
