import { CLIENTS, PEOPLE, type Writer } from "./cast.ts";
import { party } from "./conversations.ts";
import { pdf } from "./files.ts";
import { messageId, type Letter } from "./letters.ts";
import type { MailFile } from "./mime.ts";
import { makeFile } from "./pictures.ts";
import type { Random } from "./random.ts";
import { SET_PIECES, type SetPiece } from "./texts/index.ts";
import { MINUTE } from "./timeline.ts";
import { PROJECTS, wordsFor } from "./words.ts";
import { renderLetter } from "./writing.ts";

/** The letters that every demo organisation has, however small. */
export function setPieces(now: Date, random: Random): Letter[] {
  return SET_PIECES.map((piece) => {
    const { alice } = PEOPLE;
    const writer = writerOf(piece.from);
    const { language, subject, paragraphs } = piece;
    const date = new Date(now.getTime() - piece.ago * MINUTE);
    const files = filesOf(piece, writer, date, random);
    return {
      kind: "conversation",
      id: messageId(writer.address, random),
      date,
      from: party(writer),
      to: [party(alice)],
      subject,
      references: [],
      body: renderLetter(
        { writer, to: [alice], paragraphs, files, before: undefined, first: true, language },
        random,
      ),
      ...(writer.key && { sender: writer.key }),
      receivers: ["alice"],
      folder: projectNamed(piece.project).folder,
      settled: date,
    };
  });
}

function writerOf(address: string): Writer {
  const writer = [...Object.values(PEOPLE), ...CLIENTS].find((one) => one.address === address);
  if (!writer) throw new Error(`nobody writes from ${address}`);
  return writer;
}

function filesOf(piece: SetPiece, writer: Writer, date: Date, random: Random): MailFile[] {
  const { attach, page, language } = piece;
  const files: MailFile[] = [];
  if (attach) {
    const project = projectNamed(piece.project);
    const { slots, amount, count } = wordsFor(project, language, date, random);
    const about = {
      project: project.name,
      room: slots["room"] ?? "",
      item: slots["item"] ?? "",
      amount,
      count,
      date,
      writer: writer.name,
      currency: language === "ko" ? ("KRW" as const) : ("EUR" as const),
    };
    files.push(makeFile(attach, about, random));
  }
  if (page)
    files.push({
      name: page.name,
      type: "application/pdf",
      bytes: pdf(
        page.lines.map((text, index) =>
          index === 0
            ? { x: 60, y: 90, size: 22, text, bold: true }
            : { x: 60, y: 110 + index * 22, size: 12, text },
        ),
      ),
    });
  return files;
}

function projectNamed(name: string): (typeof PROJECTS)[number] {
  const project = PROJECTS.find((one) => one.name === name);
  if (!project) throw new Error(`no project ${name}`);
  return project;
}
