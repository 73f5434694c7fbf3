import { type ComponentProps } from 'react';
import { LateTarget } from './LateTarget';
import { useLateMenus } from './use-late-menus';

type TooltipProps = ComponentProps<NonNullable<ReturnType<typeof useLateMenus>['parts']>['Tooltip']>;

/** A note that is shown while the pointer is on its target, or the focus. */
export function Tooltip(props: TooltipProps) {
  const { parts, id, ask } = useLateMenus();
  if (parts === null) {
    return (
      <LateTarget id={id} onPointerEnter={() => ask(false)} onFocus={() => ask(false)}>
        {props.children}
      </LateTarget>
    );
  }
  return <parts.Tooltip targetProps={{ id }} {...props} />;
}
