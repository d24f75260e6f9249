import { useEffect, type ReactNode } from "react";
import { ChevronDownIcon } from "../icons.ts";
import { deferred } from "../deferred/deferred.ts";
import "../field/field.css";
import "./select.css";

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
}

export interface SelectProps<T extends string = string> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: string;
  readonly options: readonly SelectOption<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
}

const useSelectList = deferred<SelectProps>(() =>
  import("./select-list.tsx").then((module) => module.SelectList),
);

/** One of several. Until its part is here, the same box stands in its place, closed. */
export function Select<T extends string>(props: SelectProps<T>): ReactNode {
  const { Part, prepare } = useSelectList();
  useEffect(prepare, [prepare]);
  if (Part !== undefined) {
    // The options are of type T, so what the part answers is one of them.
    return <Part {...props} onChange={(value) => props.onChange(value as T)} />;
  }
  const chosen = props.options.find((option) => option.value === props.value);
  return (
    <div className="a-field" aria-hidden="true">
      <span className={props.hideLabel === true ? "a-hidden" : "a-field-label"}>{props.label}</span>
      <span className="a-select-box">
        <span className="a-select-value">{chosen?.label}</span>
        <ChevronDownIcon />
      </span>
    </div>
  );
}
