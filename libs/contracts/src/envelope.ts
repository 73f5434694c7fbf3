/**
 * Fields that some calls of the console place beside `data` and not inside it, because clients have always read them
 * there. Every response is `{ success, message, data }`: refusals by a rule are HTTP 200 with `success: false` and a whole
 * sentence in the caller's language as `message`, which is shown verbatim; 401 means "not logged in" only. `data` is left
 * out when there is nothing to return.
 */
export interface EnvelopeExtras {
  /** Test of a channel: its duration in seconds, with milliseconds as a fraction. */
  readonly time?: number;
  /** Refreshed balance of a channel: in the provider's currency. */
  readonly balance?: number;
  /** Price list: the ratio of each group that the caller may use. */
  readonly group_ratio?: Readonly<Record<string, number>>;
  /** Price list: the display names of those groups. */
  readonly usable_group?: Readonly<Record<string, string>>;
  /** Start of an online payment: the address to which the browser posts the form. */
  readonly url?: string;
  /** Playground: true when the session has ended, so that the page can say so. */
  readonly expired?: boolean;
  /** Refused login: name and password fit, and the code of the authenticator app is missing or wrong. */
  readonly totp_required?: boolean;
  /** New channels: their ids, one for each key line. */
  readonly ids?: readonly number[];
  /** The number of all rows, for responses whose `data` is a bare array. */
  readonly total?: number;
  readonly page?: number;
  readonly page_size?: number;
}

/** The list shape of the request log; the other lists are bare arrays with the counts beside `data`. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
}
