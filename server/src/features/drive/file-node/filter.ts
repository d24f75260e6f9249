import { sql, type RawBuilder } from "kysely";
import type { Comparator, ConditionOf } from "@atrium/contract/types/define";
import { TRASH_ID, type FileNode, type FileNodeFilter } from "@atrium/contract/types/file-node";
import { holdsWord, parseBlobId, whereOf } from "../../../engine/index.ts";

/** The folder in which everything lies that meets a filter, `null` for the top; `undefined` where that may be several. */
export function folderOf(filter: FileNodeFilter | null): string | null | undefined {
  if (filter === null) return undefined;
  if (!("operator" in filter)) return filter.isTopLevel === true ? null : filter.parentId;
  if (filter.operator !== "AND") return undefined;
  return filter.conditions.map(folderOf).find((id) => id !== undefined);
}

const COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`lower(name)`,
  type: sql`type`,
  size: sql`size`,
  created: sql`created`,
  modified: sql`modified`,
  nodeType: sql`node_type`,
  trashed: sql`trashed_at`,
};

export function order({ property, isAscending = true }: Comparator): RawBuilder<unknown> {
  const column = COLUMNS[property]!;
  return isAscending ? sql`${column} asc nulls first` : sql`${column} desc nulls last`;
}

const conditionsOf = (filter: FileNodeFilter | null): readonly ConditionOf<typeof FileNode>[] =>
  filter === null ? [] : "operator" in filter ? filter.conditions.flatMap(conditionsOf) : [filter];

/** Leaves out the trash, and what lies in it, unless a filter asks for that, in whatever way it is negated or joined. */
function outsideTrash(filter: FileNodeFilter | null): RawBuilder<unknown> {
  const asked = conditionsOf(filter);
  if (asked.some(({ inTrash }) => inTrash !== undefined)) return sql`true`;
  const folders = asked.flatMap(({ parentId }) => parentId ?? []);
  const isByRole = asked.some(({ role }) => role !== undefined);
  return sql`(not in_trash or parent_id = any(${folders}::text[]) or ${isByRole} and id = ${TRASH_ID})`;
}

/** What meets a filter. */
export const condition = (filter: FileNodeFilter | null): RawBuilder<unknown> =>
  sql`${outsideTrash(filter)} and (${matches(filter)})`;

const matches = (filter: FileNodeFilter | null): RawBuilder<boolean> =>
  whereOf<ConditionOf<typeof FileNode>>(filter, (asked) => {
    const parts: RawBuilder<unknown>[] = [];
    const add = <T>(value: T | undefined, how: (value: T) => RawBuilder<unknown>): void => {
      if (value !== undefined) parts.push(how(value));
    };
    add(asked.parentId, (id) => sql`parent_id is not distinct from ${id}::text`);
    add(asked.isTopLevel, (is) => sql`(parent_id is null) = ${is}::boolean`);
    add(asked.nodeType, (type) => sql`node_type = ${type}`);
    add(asked.role, () => sql`id = ${TRASH_ID}`);
    add(asked.inTrash, (is) => (is ? sql`in_trash and id <> ${TRASH_ID}` : sql`not in_trash`));
    add(asked.blobId, (id) => sql`blob_hash = ${parseBlobId(id)?.hash ?? ""}`);
    add(asked.name, (name) => sql`name = ${withoutNul(name.normalize("NFC"))}`);
    add(asked.text, (text) => holdsWord(sql.ref("name"), text.normalize("NFC")));
    add(asked.type, (type) => sql`type = ${withoutNul(type)}`);
    add(asked.minSize, (size) => sql`size >= ${size}::bigint`);
    add(asked.maxSize, (size) => sql`size < ${size}::bigint`);
    add(asked.modifiedBefore, (time) => sql`modified < ${time}::timestamptz`);
    add(asked.modifiedAfter, (time) => sql`modified >= ${time}::timestamptz`);
    return parts;
  });

/** PostgreSQL has no text with NUL; no name has a replacement character in its place either. */
const withoutNul = (text: string): string => text.replaceAll("\0", "\uFFFD\uFFFD");
