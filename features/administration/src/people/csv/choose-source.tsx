import { useFileDrop } from "@atrium/dnd";
import { Group } from "@atrium/settings-page";
import { Banner, Button, TextArea } from "@atrium/ui";
import { useRef, useState, type ReactNode } from "react";
import type { Table } from "./columns.ts";
import { tableOfFile, tableOfText, Unread } from "./read-source.ts";
import { t } from "./strings/index.ts";

/** A file, chosen or dropped, or a table that is pasted. */
export function ChooseSource({ onTable }: { readonly onTable: (table: Table) => void }): ReactNode {
  const chooser = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function read(work: () => Table | Promise<Table>): Promise<void> {
    setFault(undefined);
    setBusy(true);
    try {
      onTable(await work());
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      setFault(error.message);
      setBusy(false);
    }
  }
  const take = ([file]: readonly File[]): void => {
    if (file !== undefined) void read(() => tableOfFile(file));
  };
  const { ref, over } = useFileDrop({ onDrop: take });

  return (
    <>
      {fault !== undefined && <Banner severity="danger" title={fault} />}
      <Group title={t("file")} intro={t("fileMore")}>
        <div className="people-import-drop" ref={ref} data-drop={over || undefined}>
          <input
            ref={chooser}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            hidden
            aria-label={t("choose")}
            onChange={(event) => {
              take([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
          <Button variant="primary" busy={busy} onClick={() => chooser.current?.click()}>
            {t("choose")}
          </Button>
          <p className="settings-quiet">{t(over ? "dropHere" : "orDrop")}</p>
        </div>
        <p className="settings-quiet">{t("passwords")}</p>
      </Group>
      <form
        className="people-import-paste"
        onSubmit={(event) => {
          event.preventDefault();
          void read(() => tableOfText(text));
        }}
      >
        <TextArea
          label={t("paste")}
          hint={t("pasteHint")}
          rows={6}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={busy || text.trim() === ""}>
          {t("check")}
        </Button>
      </form>
    </>
  );
}
