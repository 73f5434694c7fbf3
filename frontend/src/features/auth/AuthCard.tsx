import { Card, H3 } from '@blueprintjs/core';
import { type FormEvent, type ReactNode } from 'react';
import '../../styles/auth.css';

interface AuthCardProps {
  readonly title: string;
  /** The fields and buttons of the form. */
  readonly children: ReactNode;
  readonly onSubmit?: () => void;
  /** Other ways to sign in, below the fields. */
  readonly ways?: ReactNode;
  /** Links to related pages. */
  readonly links?: ReactNode;
}

/** The narrow card that all sign-in pages consist of. */
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
