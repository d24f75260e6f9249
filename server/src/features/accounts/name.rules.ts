import { refuse } from "../../engine/index.ts";

const NAME_MAX = 200;

/** A name as it is stored: no line breaks or other controls, single spaces. */
export function checkName(name: string): string {
  const clean = name
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (clean === "" || clean.length > NAME_MAX) refuse("invalid", "name", { properties: ["name"] });
  return clean;
}
