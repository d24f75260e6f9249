import { plural } from "@atrium/i18n";

export const en = {
  title: "Settings",
  sections: "Settings",
  you: "You",
  organisation: "Organisation",

  findSetting: "Find a setting",
  nothingFound: "Nothing is called “{query}”",
  settingsFound: ({ count }: { count: number }) =>
    plural(count, { one: "{count} section found", other: "{count} sections found" }),

  noSuchSection: "There is no such setting",
  noSuchSectionMore: "Choose one of the sections.",
  notYours: "Only administrators see this",
  notYoursMore: "Ask one of yours when something has to change here.",
} as const;
