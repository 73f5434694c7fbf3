import { useState } from 'react';
import { readStored, writeStored } from '../../shared/browser/storage';
import { useStatus } from './use-status';

interface Fold {
  readonly isFolded: boolean;
  readonly toggle: () => void;
}

/** Whether a part beside the page is folded: as the reader left it, else as the operator has set it. */
export function useFold(key: 'playground-folded' | 'sidebar-folded'): Fold {
  const { default_collapse_sidebar: isFoldedAtFirst = false } = useStatus();
  const [choice, setChoice] = useState(() => readStored(key));
  const isFolded = typeof choice === 'boolean' ? choice : isFoldedAtFirst;
  const toggle = () => {
    setChoice(!isFolded);
    writeStored(key, !isFolded);
  };
  return { isFolded, toggle };
}
