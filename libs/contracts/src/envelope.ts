/**
 * The answer of every console call. Business refusals are HTTP 200 with `success: false`; 401 means "not logged in" only.
 * `data` is left out when there is nothing to say.
 */
export interface Envelope<Data = unknown> {
  readonly success: boolean;
  /** A whole sentence in the caller's language, shown verbatim when `success` is false; often empty on success. */
  readonly message: string;
  readonly data?: Data;
}

/** Fields some calls place beside `data`, not inside it, because clients have always read them there. */
export interface EnvelopeExtras {
  /** Channel test: seconds with milliseconds as a fraction. */
  readonly time?: number;
  /** Balance refresh: the provider's money, in the provider's currency. */
  readonly balance?: number;
  /** Price list: ratio of each group the caller may use. */
  readonly group_ratio?: Readonly<Record<string, number>>;
  /** Price list: what those groups are called on screen. */
  readonly usable_group?: Readonly<Record<string, string>>;
  /** Start of an online payment: where the browser posts the form. */
  readonly url?: string;
  /** Playground: true when the session is gone, so that the page can say so. */
  readonly expired?: boolean;
  /** Refused login: name and password fit, the code of the authenticator app is missing or wrong. */
  readonly totp_required?: boolean;
  /** Paging of answers whose `data` is a bare array. */
  readonly total?: number;
  readonly page?: number;
  readonly page_size?: number;
}

/** An envelope with top-level extras. */
export type ExtendedEnvelope<Data = unknown> = Envelope<Data> & EnvelopeExtras;

/** List shape of the request log; the other lists are bare arrays with the counts beside `data`. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
}
