import { plural } from "@atrium/i18n";

export const en = {
  title: "Settings",
  sections: "Settings",
  you: "You",
  mail: "Mail",
  organisation: "Organisation",

  findSetting: "Find a setting",
  nothingFound: "No settings match “{query}”",
  settingsFound: ({ count }: { count: number }) =>
    plural(count, { one: "{count} section found", other: "{count} sections found" }),
  noSuchSection: "This setting doesn’t exist",
  noSuchSectionMore: "Choose one of the sections.",
  notYours: "Only administrators can see this",
  notYoursMore: "Ask an administrator if something needs to change here.",
} as const;
