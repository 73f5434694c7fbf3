/** The replay that an address requests. */
export interface ReplayRequest {
  readonly model: string;
  /** The group; empty keeps the current one. */
  readonly group: string;
  readonly stream: boolean;
  /** The reasoning effort; empty when the call had none. */
  readonly effort: string;
  /** The request id of the call whose conversation may be kept here; empty for none. */
  readonly requestId: string;
}

const names = ['model', 'group', 'stream', 'effort', 'request'] as const;
const MODEL_LENGTH_MAX = 255;
const GROUP_LENGTH_MAX = 64;
/** The log keeps at most this many characters. */
const EFFORT_LENGTH_MAX = 32;
const REQUEST_ID = /^[\w.:-]{1,64}$/;

function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Null when the address requests no replay, `invalid` when its values are not of the form that the console writes. */
export function readReplay(parameters: URLSearchParams): ReplayRequest | 'invalid' | null {
  if (!names.some(name => parameters.has(name))) return null;
  const [model, group, stream, effort, requestId] = names.map(name => parameters.get(name) ?? '') as [
    string,
    string,
    string,
    string,
    string,
  ];
  const isFine =
    model !== '' &&
    model.length <= MODEL_LENGTH_MAX &&
    group.length <= GROUP_LENGTH_MAX &&
    effort.length <= EFFORT_LENGTH_MAX &&
    !hasControl(model + group + effort) &&
    ['', '0', '1'].includes(stream) &&
    (requestId === '' || REQUEST_ID.test(requestId));
  return isFine ? { model, group, stream: stream !== '0', effort, requestId } : 'invalid';
}

/** The address without the replay parameters, so that a reload does not repeat the replay. */
export function withoutReplay(parameters: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(parameters);
  names.forEach(name => rest.delete(name));
  return rest;
}
