import { useState } from 'react';
import { useStatus } from '../base/site/use-status';
import { useMedia } from '../shared/browser/use-media';
import { readStored, writeStored } from '../shared/browser/storage';

/** A window of this width has no room for the words of the navigation beside the page. */
const NARROW = '(max-width: 1100px)';

interface SidebarFold {
  readonly isFolded: boolean;
  /** Folds and unfolds; none while the window has no room for the words. */
  readonly toggle?: () => void;
}

/**
 * Whether the navigation shows its icons alone: in a narrow window always, else as the reader left it, and before the
 * reader's first choice as the operator has set it.
 */
export function useSidebarFold(): SidebarFold {
  const { default_collapse_sidebar: isFoldedAtFirst = false } = useStatus();
  const [choice, setChoice] = useState(() => readStored('sidebar-folded'));
  const isNarrow = useMedia(NARROW);
  const isFolded = typeof choice === 'boolean' ? choice : isFoldedAtFirst;
  const toggle = () => {
    setChoice(!isFolded);
    writeStored('sidebar-folded', !isFolded);
  };
  return isNarrow ? { isFolded: true } : { isFolded, toggle };
}
