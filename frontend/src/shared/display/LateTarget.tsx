import { Classes } from '@blueprintjs/core';
import { Children, cloneElement, type HTMLAttributes, type ReactElement, type ReactNode } from 'react';

type TargetAttributes = HTMLAttributes<HTMLElement>;

interface LateTargetProps extends Pick<TargetAttributes, 'onClick' | 'onFocus' | 'onPointerEnter'> {
  readonly id: string;
  /** Whether the target is as wide as its place. */
  readonly fill?: boolean;
  /** Attributes of the target itself. */
  readonly ofTarget?: TargetAttributes;
  readonly children: ReactNode;
}

/** A target as Blueprint renders it while nothing is open beside it. */
export function LateTarget({ fill = false, ofTarget, children, ...around }: LateTargetProps) {
  const target = Children.only(children) as ReactElement<TargetAttributes>; // what opens has one target
  const Tag = fill ? 'div' : 'span';
  const classOf = (name?: string) => [name, fill ? Classes.FILL : ''].filter(Boolean).join(' ');
  return (
    <Tag {...around} className={classOf(Classes.POPOVER_TARGET)}>
      {cloneElement(target, { ...ofTarget, className: classOf(target.props.className) })}
    </Tag>
  );
}
