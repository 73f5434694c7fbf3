import { type ReactElement, type ReactNode } from 'react';

interface FactRowProps {
  readonly icon?: ReactElement;
  readonly name: ReactNode;
  /** The text under the name. */
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** One item that belongs to the account, with its actions; it is placed into a `<ul className="fact-rows">`. */
export function FactRow({ icon, name, children, actions }: FactRowProps) {
  return (
    <li className="fact-row">
      {icon && (
        <span className="fact-row-icon muted" aria-hidden>
          {icon}
        </span>
      )}
      <div className="fact-row-text">
        <div className="fact-row-name">{name}</div>
        <div className="muted">{children}</div>
      </div>
      {actions && <div className="fact-row-actions">{actions}</div>}
    </li>
  );
}
