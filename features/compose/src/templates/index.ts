/** What comes when a template is asked for. */
export { followPlaceholders, rangesIn } from "./highlight.ts";
export { SaveTemplate } from "./save-template.tsx";
export { TemplatePicker } from "./template-picker.tsx";
export { offerTemplates } from "./typed-template.ts";
export { fillTemplate } from "./use-template.ts";
export { templateVerbs } from "./template-verbs.ts";
