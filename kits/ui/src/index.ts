export * from "./icons.ts";
export { classes } from "./classes.ts";
export { startTheme } from "./theme/theme.ts";
export { Button, ButtonLink, Link, Spinner, type ButtonProps } from "./button/button.tsx";
export { IconButton, type IconButtonProps } from "./button/icon-button.tsx";
export {
  PasswordField,
  SearchField,
  TextArea,
  TextField,
  type TextFieldProps,
} from "./field/text-field.tsx";
export { Checkbox, Choice, Switch, type ChoiceOption } from "./field/toggles.tsx";
export { BrandMark } from "./brand/brand-mark.tsx";
export { Avatar } from "./avatar/avatar.tsx";
export { PeopleInput } from "./people/people-input.tsx";
export { Badge, Tag, VisuallyHidden, type Tone } from "./label/label.tsx";
export { KeyHint } from "./label/key-hint.tsx";
export {
  Banner,
  BannerStack,
  EmptyState,
  ErrorCard,
  Skeleton,
  type BannerProps,
  type Severity,
} from "./feedback/feedback.tsx";
export { dismissToast, toast, type Toast } from "./toast/toasts.ts";
export { ToastRegion } from "./toast/toast-region.tsx";
export { announce } from "./toast/announce.ts";
export { Tooltip, type TooltipSide } from "./tooltip/tooltip.tsx";
export { SplitPane } from "./split-pane/split-pane.tsx";
export { PageFrame, Rail, type RailItem } from "./frame/frame.tsx";
export { Toolbar } from "./frame/toolbar.tsx";
export { useTitle } from "./frame/title.ts";
export { Tree, type TreeNode } from "./tree/tree.tsx";
export {
  VirtualGrid,
  type GridFocus,
  type GridHandle,
  type RowState,
  type RowSwipe,
  type VirtualGridProps,
} from "./grid/virtual-grid.tsx";
export {
  addRows,
  allRows,
  isSelected,
  noRows,
  selectionCount,
  toggleRow,
  type RowSelection,
} from "./grid/selection.ts";
export type { SwipeSide } from "./grid/touch.ts";
export { ContextMenu, MenuButton, type MenuEntry } from "./menu/menu.tsx";
export { Confirm, Dialog, type DialogProps } from "./dialog/dialog.tsx";
export { FormDialog } from "./dialog/form-dialog.tsx";
export { DateTimeDialog, type DateTimeDialogProps } from "./date-time/date-time-dialog.tsx";
export { Select, type SelectOption } from "./select/select.tsx";
export { PointPopover, Popover } from "./popover/popover.tsx";
export { saveFile } from "./save-file/save-file.ts";
export { offerUndo, registerUndo, undoLatest } from "./undo/undo.ts";
