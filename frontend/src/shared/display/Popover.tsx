import { type PopoverNextProps } from '@blueprintjs/core';
import { LateTarget } from './LateTarget';
import { useLateMenus } from './use-late-menus';

/** What Blueprint says of a target whose content is closed. */
const CLOSED = { 'aria-expanded': false, 'aria-haspopup': 'menu' } as const;

/**
 * Content that opens beside its target. Blueprint would move the focus back to the target at the end of the closing
 * transition, and take it from whoever types into another field by then; the console returns a lost focus itself
 * (base/focus-return).
 */
export function Popover(props: PopoverNextProps) {
  const { parts, id, ask } = useLateMenus(props.isOpen);
  if (parts === null) {
    return (
      <LateTarget id={id} fill={props.fill} ofTarget={CLOSED} onClick={props.disabled ? undefined : () => ask(true)}>
        {props.children}
      </LateTarget>
    );
  }
  const { PopoverNext } = parts;
  return <PopoverNext shouldReturnFocusOnClose={false} targetProps={{ id }} {...props} />;
}

type FieldListProps = Required<Pick<PopoverNextProps, 'isOpen' | 'content' | 'children'>>;

/** The list of a field in which one types: as wide as the field, which keeps the focus. */
export function FieldList(props: FieldListProps) {
  return (
    <Popover
      {...props}
      autoFocus={false}
      enforceFocus={false}
      matchTargetWidth
      animation="minimal"
      arrow={false}
      placement="bottom-start"
      fill
    />
  );
}
