import type { TemplateRecord } from "@atrium/contract/types/template";
import type { JmapClient } from "@atrium/jmap";
import type { Verb } from "@atrium/shell";
import { findTemplates, loadTemplates } from "./load-templates.ts";
import { m } from "./strings/index.ts";

/** The templates that the palette finds by what is typed. */
export async function templateVerbs(
  client: JmapClient,
  accountId: string,
  text: string,
  onPick: (template: TemplateRecord) => void,
): Promise<readonly Verb[]> {
  const groups = await loadTemplates(client, accountId);
  const all = groups.flatMap(({ templates }) => templates);
  return findTemplates(all, text).map((template) => ({
    id: `compose.template.${template.id}`,
    label: template.name,
    group: m("templates"),
    act: () => onPick(template),
  }));
}
