/** The page of a list that a call asks for. */
export interface PageQuery {
  /** The page number; the first page is 1 everywhere in the console. */
  readonly page: number;
  /** The number of rows of a full page. */
  readonly size: number;
}

/** Whose rows a call asks for: those of all users for administrators, the caller's own otherwise. */
export interface OwnerQuery {
  readonly isAdmin: boolean;
}

/** The number of a page on the wire, where every list but the log counts from 0. */
export function wirePage(page: number): number {
  return page - 1;
}

/** The fields `p` and `page_size` of a call that counts pages from 0. */
export function pageFields({ page, size }: PageQuery): { readonly p: number; readonly page_size: number } {
  return { p: wirePage(page), page_size: size };
}
