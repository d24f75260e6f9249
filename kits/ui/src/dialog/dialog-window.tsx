import "../deferred/pressable-style.ts";
import { useLayer } from "@atrium/state";
import { useRef, type ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { IconButton } from "../button/icon-button.tsx";
import { CloseIcon } from "../icons.ts";
import { t } from "../strings/index.ts";
import type { DialogProps } from "./dialog.tsx";
import { topLayer } from "./top-layer.ts";
import { useReturnFocus } from "./return-focus.ts";
import { useScrolls } from "./use-scrolls.ts";
import "./dialog.css";

const stay = (): void => undefined;

export function DialogWindow({
  onClose,
  title,
  children,
  actions,
  tools,
  size = "medium",
  mustAnswer = false,
}: Omit<DialogProps, "open">): ReactNode {
  const body = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(body);
  const whole = useRef<HTMLDivElement>(null);
  useReturnFocus(whole);
  useLayer(true, mustAnswer ? stay : onClose);
  return (
    <ModalOverlay
      className="a-dialog-ground"
      UNSTABLE_portalContainer={topLayer()}
      isOpen
      isDismissable={!mustAnswer}
      isKeyboardDismissDisabled={mustAnswer}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal ref={whole} className="a-dialog" data-size={size}>
        <Dialog className="a-dialog-window">
          <header className="a-dialog-head">
            <Heading slot="title" className="a-dialog-title">
              {title}
            </Heading>
            {tools !== undefined && <div className="a-dialog-tools">{tools}</div>}
            {!mustAnswer && (
              <IconButton label={t("close")} icon={<CloseIcon />} size="small" onClick={onClose} />
            )}
          </header>
          <div className="a-dialog-body" ref={body} tabIndex={scrolls ? 0 : undefined}>
            {children}
          </div>
          {actions !== undefined && <footer className="a-dialog-actions">{actions}</footer>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
