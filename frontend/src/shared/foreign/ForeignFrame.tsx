interface ForeignFrameProps {
  /** An address with http or https. */
  readonly address: string;
  /** The accessible name of the frame. */
  readonly title: string;
  /** Further rights of the page, such as `clipboard-write`. Default: none. */
  readonly allow?: string;
}

/** The rights of a page from another site. It keeps its own storage, which most such pages need to work at all. */
const FOREIGN_RIGHTS = 'allow-scripts allow-forms allow-popups allow-downloads allow-same-origin';
/** A page of this site, or one whose site is unknown, may not act in the console's name. */
const OWN_RIGHTS = 'allow-scripts allow-forms allow-popups';

function isForeign(address: string): boolean {
  try {
    return new URL(address, window.location.href).origin !== window.location.origin;
  } catch {
    return false;
  }
}

/** A page of another site in a frame. It cannot leave its frame or act on this site. */
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
