export const en = {
  asTable: "Show as a table",
  valuesOf: "{label}: values",
  tableOf: "{label}: table",
  time: "Time",
  soFar: "so far",
  nothing: "Nothing in this period",
  unknown: "Unknown",
} as const;
