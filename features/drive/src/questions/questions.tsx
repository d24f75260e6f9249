import type { ShareDialogProps } from "@atrium/feature-sharing/parts";
import { createContext, use, useMemo, useState, type ComponentType, type ReactNode } from "react";
import type { Answer, AskCollisions } from "../acts/collisions.ts";
import type { Drive } from "../drives.ts";
import type { DriveNode } from "../nodes/definitions.ts";
import { CollisionsDialog } from "./collisions-dialog.tsx";
import { DeleteDialog, EmptyTrashDialog } from "./delete-dialog.tsx";
import { FolderDialog } from "./folder-dialog.tsx";
import { NewFolderDialog } from "./new-folder-dialog.tsx";
import { ShareQuestion } from "./share-question.tsx";

export type Question =
  | {
      readonly kind: "collisions";
      readonly names: readonly string[];
      readonly onAnswer: (answer: Answer | undefined) => void;
    }
  | {
      readonly kind: "folder";
      readonly to: "move" | "copy";
      /** The drive that the nodes are in. */
      readonly from: Drive;
      readonly nodes: readonly DriveNode[];
      readonly start: string | null;
      readonly onPick: (parentId: string | null, into: Drive) => void;
    }
  | {
      readonly kind: "newFolder";
      readonly parentId: string | null;
      readonly onMade?: (id: string) => void;
    }
  | {
      readonly kind: "delete";
      readonly nodes: readonly DriveNode[];
      /** Into whose trash they go; otherwise they are permanently deleted. */
      readonly owner?: string;
      readonly onConfirm: () => void;
    }
  | {
      readonly kind: "share";
      /** The drive that it is in. */
      readonly drive: Drive;
      readonly node: DriveNode;
      /** It was loaded before. */
      readonly ShareDialog: ComponentType<ShareDialogProps>;
    }
  | {
      readonly kind: "emptyTrash";
      readonly onConfirm: () => void;
    };

/** Asks the person something; one dialog at a time. */
export interface Questions {
  readonly ask: (question: Question) => void;
  readonly askCollisions: AskCollisions;
}

const QuestionsOf = createContext<Questions | undefined>(undefined);

export function useQuestions(): Questions {
  const questions = use(QuestionsOf);
  if (!questions) throw new Error("useQuestions outside of a drive page");
  return questions;
}

export function QuestionsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [question, setQuestion] = useState<Question>();
  const questions = useMemo<Questions>(
    () => ({
      ask: setQuestion,
      askCollisions: (names) =>
        new Promise((resolve) => {
          setQuestion({ kind: "collisions", names, onAnswer: resolve });
        }),
    }),
    [],
  );
  const close = (): void => setQuestion(undefined);
  return (
    <QuestionsOf value={questions}>
      {children}
      {question?.kind === "collisions" && <CollisionsDialog {...question} onClose={close} />}
      {question?.kind === "folder" && <FolderDialog {...question} onClose={close} />}
      {question?.kind === "newFolder" && <NewFolderDialog {...question} onClose={close} />}
      {question?.kind === "delete" && <DeleteDialog {...question} onClose={close} />}
      {question?.kind === "share" && <ShareQuestion {...question} onClose={close} />}
      {question?.kind === "emptyTrash" && <EmptyTrashDialog {...question} onClose={close} />}
    </QuestionsOf>
  );
}
