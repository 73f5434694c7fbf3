import { PopoverNext, type PopoverNextProps } from '@blueprintjs/core';

/**
 * Content that opens beside its target. Blueprint would move the focus back to the target at the end of the closing
 * transition, and take it from whoever types into another field by then; the console returns a lost focus itself
 * (base/focus-return).
 */
export function Popover(props: PopoverNextProps) {
  return <PopoverNext shouldReturnFocusOnClose={false} {...props} />;
}
