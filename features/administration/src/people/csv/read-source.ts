import { CSV_LIMITS, decodeCsv, readCsv, type CsvFault } from "@atrium/formats/csv";
import { tableOf, type Table } from "./columns.ts";
import { t } from "./strings/index.ts";

/** Why a file or a text is no list of people, in words. */
export class Unread extends Error {}

/** @throws Unread */
export async function tableOfFile(file: File): Promise<Table> {
  if (file.size > CSV_LIMITS.maxCsvOctets) throw new Unread(t("tooLarge"));
  const octets = await file.arrayBuffer().catch((cause: unknown) => {
    throw new Unread(t("unread"), { cause });
  });
  return tableOfText(decodeCsv(new Uint8Array(octets)));
}

/** @throws Unread */
export function tableOfText(text: string): Table {
  const csv = readCsv(text);
  if ("fault" in csv) throw new Unread(sentenceOf(csv.fault, csv.line));
  const table = tableOf(csv.rows);
  if (table.rows.length === 0) throw new Unread(t("noPeople"));
  return table;
}

const sentenceOf = (fault: CsvFault, line: number | null): string => t(fault, { line: line ?? 0 });
