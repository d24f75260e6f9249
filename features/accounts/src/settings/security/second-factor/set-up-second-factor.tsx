import { Button, SecurityIcon } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { RecoveryCodesDialog } from "./recovery-codes.tsx";
import { TurnOnSecondFactor } from "./turn-on.tsx";

/** A button, and behind it all steps up to the recovery codes that were kept. */
export function SetUpSecondFactor({
  address,
  label,
  onDone,
}: {
  readonly address: string;
  readonly label: string;
  readonly onDone: () => void;
}): ReactNode {
  const [step, setStep] = useState<"begun" | readonly string[]>();
  return (
    <>
      <Button
        icon={<SecurityIcon />}
        variant="primary"
        size="large"
        onClick={() => setStep("begun")}
      >
        {label}
      </Button>
      {step === "begun" && (
        <TurnOnSecondFactor
          address={address}
          onClose={() => setStep(undefined)}
          onTurnedOn={setStep}
        />
      )}
      {typeof step === "object" && (
        <RecoveryCodesDialog address={address} codes={step} onClose={onDone} />
      )}
    </>
  );
}
