import type { OfficeText } from "@atrium/formats/office";
import type { ReactNode } from "react";
import type { OfficeAnswer } from "./read-office-file.ts";
import { p } from "./strings/index.ts";

const WHY = {
  protected: "officeProtected",
  tooLarge: "officeTooLarge",
  unreadable: "officeUnreadable",
} as const;

/** The text of a document, slides or sheets: text alone, whatever is in it. */
export function OfficeView({
  answer,
  name,
}: {
  readonly answer: OfficeAnswer;
  readonly name: string;
}): ReactNode {
  if ("fault" in answer) return <p className="file-gallery-says">{p(WHY[answer.fault])}</p>;
  const isEmpty = answer.sections.every(({ text, rows }) => text === "" && rows.length === 0);
  return (
    <div className="file-gallery-page" tabIndex={0} role="document" aria-label={name}>
      <p className="file-gallery-note">{isEmpty ? p("noTextInFile") : p("textOnly")}</p>
      {!isEmpty && <Sections {...answer} />}
      {answer.isCut && <p className="file-gallery-note">{p("previewCut")}</p>}
    </div>
  );
}

function Sections({ sections }: OfficeText): ReactNode {
  return sections.map(({ name, text, rows }, index) => {
    const title = name ?? p(rows.length > 0 ? "sheet" : "slide", { number: String(index + 1) });
    return (
      <section key={index} aria-label={sections.length > 1 ? title : undefined}>
        {sections.length > 1 && <h3>{title}</h3>}
        {rows.length > 0 ? <Rows rows={rows} /> : <div className="file-gallery-text">{text}</div>}
      </section>
    );
  });
}

function Rows({ rows }: { readonly rows: readonly (readonly string[])[] }): ReactNode {
  const columns = Math.max(...rows.map((row) => row.length));
  return (
    <div className="file-gallery-sheet" data-scrolls>
      <table>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {Array.from({ length: columns }, (_, column) => (
                <td key={column} data-number={isNumber(row[column]) || undefined}>
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isNumber = (cell: string | undefined): boolean =>
  cell !== undefined && /^-?\d+(?:\.\d+)?%?$/.test(cell);
