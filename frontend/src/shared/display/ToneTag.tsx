import { Tag } from '@blueprintjs/core';
import { type ReactNode } from 'react';
import { type Tone } from '../format/time';

interface ToneTagProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly title?: string;
}

/** A small label in one of the colours for fast, slow or failed. */
export function ToneTag({ tone, children, title }: ToneTagProps) {
  return (
    <Tag minimal className={`tone-${tone}`} htmlTitle={title}>
      {children}
    </Tag>
  );
}
