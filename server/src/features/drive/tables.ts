import type { ColumnType } from "kysely";

type Time = ColumnType<Date, Date, Date>;

export interface FileNodeTable {
  account_id: string;
  id: string;
  parent_id: string | null;
  node_type: "file" | "directory";
  name: string;
  blob_hash: string | null;
  size: number | null;
  type: string | null;
  created: Time;
  modified: Time;
  changed: Time;
  executable: boolean;
  in_trash: ColumnType<boolean, boolean | undefined, boolean>;
  trashed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  trashed_from: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface FileUploadTable {
  account_id: string;
  id: string;
  name: string;
  size: number;
  type: string | null;
  part_size: number;
  blob_hash: string | null;
  created_by: string;
  created: Time;
  changed: Time;
}

export interface FileLinkTable {
  account_id: string;
  id: string;
  file_node_id: string;
  name: string | null;
  mode: "view" | "download";
  created: Time;
  created_by: string;
  expires: ColumnType<Date | null, Date | null, Date | null>;
  renewed_at: Time;
  token_hash: Buffer | null;
  password_hash: string | null;
  max_downloads: number | null;
  downloads: number;
  last_download: ColumnType<Date | null, Date | null, Date | null>;
}

declare module "../../platform/db/tables.ts" {
  interface Tables {
    file_link: FileLinkTable;
    file_node: FileNodeTable;
    file_upload: FileUploadTable;
    file_upload_part: {
      account_id: string;
      upload_id: string;
      number: number;
      blob_hash: string;
    };
  }
}
