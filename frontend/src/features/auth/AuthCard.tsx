import { Card, H3 } from '@blueprintjs/core';
import { type FormEvent, type ReactNode } from 'react';

export interface AuthCardProps {
  readonly title: string;
  /** Fields and buttons. */
  readonly children: ReactNode;
  readonly onSubmit?: () => void;
  /** Other ways to the same end, below the fields. */
  readonly ways?: ReactNode;
  /** Links to the neighbouring pages. */
  readonly links?: ReactNode;
}

/** The narrow card that every page around signing in consists of. */
export function AuthCard({ title, children, onSubmit, ways, links }: AuthCardProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <Card className="auth-card">
      <H3>{title}</H3>
      {onSubmit ? (
        <form noValidate onSubmit={submit}>
          {children}
        </form>
      ) : (
        children
      )}
      {ways}
      {links && <nav className="auth-links">{links}</nav>}
    </Card>
  );
}
