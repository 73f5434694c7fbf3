import { useFold } from '../base/site/use-fold';
import { useMedia } from '../shared/browser/use-media';

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
  const fold = useFold('sidebar-folded');
  return useMedia(NARROW) ? { isFolded: true } : fold;
}
