import { PopoverNext, type PopoverNextProps } from '@blueprintjs/core';

/**
 * Content that opens beside its target. Blueprint would move the focus back to the target at the end of the closing
 * transition, and take it from whoever types into another field by then; the console returns a lost focus itself
 * (base/focus-return).
 */
export function Popover(props: PopoverNextProps) {
  return <PopoverNext shouldReturnFocusOnClose={false} {...props} />;
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
