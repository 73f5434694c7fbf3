export interface ForeignFrameProps {
  /** An address under http or https. */
  readonly address: string;
  /** Names the frame for those who do not see it. */
  readonly title: string;
  /** What the page may use beyond drawing, such as `clipboard-write`. Default: nothing. */
  readonly allow?: string;
}

/** What a page of somebody else may do; it keeps its own storage, which most of them need to work at all. */
const FOREIGN_RIGHTS = 'allow-scripts allow-forms allow-popups allow-downloads allow-same-origin';
/** A page of this very site, or one whose site is not known, may not act in the console's name. */
const OWN_RIGHTS = 'allow-scripts allow-forms allow-popups';

function isForeign(address: string): boolean {
  try {
    return new URL(address, window.location.href).origin !== window.location.origin;
  } catch {
    return false;
  }
}

/** A page of another site inside this one. It cannot leave its frame or act on this site. */
export function ForeignFrame({ address, title, allow }: ForeignFrameProps) {
  return (
    <iframe
      className="page-frame"
      title={title}
      src={address}
      allow={allow}
      referrerPolicy="no-referrer"
      sandbox={isForeign(address) ? FOREIGN_RIGHTS : OWN_RIGHTS}
    />
  );
}
