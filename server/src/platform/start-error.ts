/** Why Atrium cannot start or work, in a sentence for the person who runs it. Shown without a stack. */
export class StartError extends Error {}
