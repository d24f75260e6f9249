import { Group } from "@atrium/settings-page";
import { Button, Confirm } from "@atrium/ui";
import { useState, type ReactNode } from "react";

/** The last part of a page: ends what it is about, once that is confirmed. */
export function End({
  name,
  question,
  label,
  more,
  isTyped = false,
  onEnd,
}: {
  readonly name: string;
  /** Asks whether it is meant. */
  readonly question: string;
  /** What is done, as on a button. */
  readonly label: string;
  /** What that means. */
  readonly more: string;
  /** Whether the name has to be typed. */
  readonly isTyped?: boolean;
  readonly onEnd: () => void;
}): ReactNode {
  const [isAsked, setAsked] = useState(false);
  return (
    <Group title={label} intro={more}>
      <Button onClick={() => setAsked(true)}>{label}</Button>
      <Confirm
        open={isAsked}
        danger
        title={question}
        confirmLabel={label}
        typeToConfirm={isTyped ? name : undefined}
        onClose={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          onEnd();
        }}
      >
        <p>{more}</p>
      </Confirm>
    </Group>
  );
}
