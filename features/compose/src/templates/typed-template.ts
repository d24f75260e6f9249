import { Template, type TemplateRecord } from "@atrium/contract/types/template";
import type { JmapClient } from "@atrium/jmap";
import type { Squire } from "@atrium/rich-text";
import { createTypedList, type TypedList } from "@atrium/rich-text/typed-list";
import { slashName } from "./slash-name.ts";
import { findTemplates, loadTemplates } from "./load-templates.ts";
import { m } from "./strings/index.ts";

/** Offers templates for `/name` as it is typed in rich text. */
export async function offerTemplates(
  squire: Squire,
  client: JmapClient,
  accountId: string,
  onPick: (template: TemplateRecord) => void,
  onLeft: () => void,
): Promise<TypedList> {
  const groups = await loadTemplates(client, accountId);
  // As they are now: one may be saved while the message is open.
  const all = (): readonly TemplateRecord[] =>
    groups.flatMap(({ account }) => account.all(Template));
  return createTypedList<TemplateRecord>(squire, {
    label: m("templates"),
    nameAtCaret: slashName,
    find: (name) => findTemplates(all(), name.slice(1)),
    idOf: ({ id }) => id,
    draw: ({ name }) => [name],
    take(template) {
      // The name is selected: it gives way to what it stands for.
      squire.insertPlainText("", false);
      onPick(template);
    },
    onLeft,
  });
}
