type Act = () => void;

/** What keys do wherever one is in a message that is being written. */
interface ComposerActs {
  readonly send: Act;
  /** Opens the menu of the other ways to send. */
  readonly sendAs: Act;
  readonly cc: Act;
  readonly bcc: Act;
  readonly attach: Act;
  readonly link: Act | undefined;
  readonly template: Act;
  readonly leave: Act | undefined;
}

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The act of a key, `undefined` where the key is the editor's. */
export function actOf(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Pressed,
  acts: ComposerActs,
): Act | undefined {
  if (!ctrlKey && !metaKey) return key === "Escape" && !shiftKey ? acts.leave : undefined;
  switch (`${shiftKey ? "Shift+" : ""}${key.toLowerCase()}`) {
    case "enter":
      return acts.send;
    case "Shift+enter":
      return acts.sendAs;
    case "Shift+c":
      return acts.cc;
    case "Shift+b":
      return acts.bcc;
    case "Shift+a":
      return acts.attach;
    case "Shift+l":
      return acts.template;
    case "k":
      return altKey ? undefined : acts.link;
    default:
      return undefined;
  }
}
