export { Answered } from "./answered.tsx";
export {
  pagesOf,
  sectionsFor,
  type ScreenProps,
  type SettingsPage,
  type SettingsSection,
} from "./page.ts";
export { Locked } from "./locked.tsx";
export { passwordFault, passwordHint } from "./password-fault.ts";
export { OwnerOfPassword } from "./proof/owner-of-password.tsx";
export { PasswordAgain } from "./proof/password-again.tsx";
export { ProofDialog } from "./proof/proof-dialog.tsx";
export { proven } from "./proof/proven.ts";
export { Group, Section } from "./section.tsx";
export { sentence, codeOf, sentenceOf } from "./sentence.ts";
export { onSignedInAgain } from "./signed-in-again.ts";
export { ListSkeleton, SectionSkeleton } from "./skeleton.tsx";
export { Usage } from "./usage/usage.tsx";
export { useAct } from "./use-act.ts";
export { useAnswer, useRead, type Answer } from "./use-answer.ts";
export { useCopy } from "./use-copy.ts";
export { useSubmit } from "./use-submit.ts";
