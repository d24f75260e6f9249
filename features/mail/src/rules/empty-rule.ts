import type { Rule } from "@atrium/formats/sieve-rules";

/** A rule to begin with; its fields are empty, so it is not valid yet. */
export const emptyRule = (): Rule => ({
  name: "",
  isEnabled: true,
  match: "all",
  conditions: [{ on: "from", how: "is", values: [], isNot: false }],
  actions: [{ do: "move", mailboxId: "", mailbox: "" }],
});
