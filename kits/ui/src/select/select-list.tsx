import "../deferred/pressable-style.ts";
import { useLayer } from "@atrium/state";
import { useState, type ReactNode } from "react";
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from "react-aria-components";
import { CheckIcon, ChevronDownIcon } from "../icons.ts";
import type { SelectProps } from "./select.tsx";
import "../menu/menu.css";

export function SelectList({
  label,
  hideLabel = false,
  hint,
  options,
  value,
  onChange,
  disabled = false,
}: SelectProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useLayer(isOpen, () => setOpen(false));
  return (
    <Select
      className="a-field"
      value={value}
      isOpen={isOpen}
      onOpenChange={setOpen}
      isDisabled={disabled}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <Label className={hideLabel ? "a-hidden" : "a-field-label"}>{label}</Label>
      <Button className="a-select-box">
        <SelectValue className="a-select-value" />
        <ChevronDownIcon />
      </Button>
      {hint !== undefined && (
        <Text slot="description" className="a-field-hint">
          {hint}
        </Text>
      )}
      <Popover className="a-menu a-select-menu" offset={4}>
        <ListBox className="a-menu-list">
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              className="a-menu-item"
              textValue={option.label}
            >
              {option.icon !== undefined && <span className="a-menu-sign">{option.icon}</span>}
              <span className="a-menu-label">
                <Text slot="label">{option.label}</Text>
                {option.hint !== undefined && (
                  <Text slot="description" className="a-select-hint">
                    {option.hint}
                  </Text>
                )}
              </span>
              <span className="a-menu-sign a-select-tick">
                <CheckIcon />
              </span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
