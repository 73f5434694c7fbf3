import { asList, asText, at, isJsonObject } from '../json/read-value';

const STEPS_MAX = 64;
const INDEX_MAX = 10_000;

type Step = string | number;
type Container = Record<string, unknown> | unknown[];

/**
 * Collects arguments of a call that Vertex streams in pieces when a caller requested it: `{jsonPath: "$.a.b[0]",
 * stringValue, willContinue}`. Pieces of one text follow one another; every other value comes whole.
 */
export class PartialArguments {
  private readonly root: Record<string, unknown> = {};

  /** The values that came whole. */
  assign(args: unknown): void {
    if (isJsonObject(args)) for (const [key, value] of Object.entries(args)) put(this.root, key, value);
  }

  /** @param pieces `partialArgs` of one chunk; pieces that are not understood are left out */
  add(pieces: unknown): void {
    for (const piece of asList(pieces)) {
      const path = stepsOf(asText(at(piece, 'jsonPath')));
      const value = valueOf(piece);
      if (path && value !== undefined) this.set(path, value);
    }
  }

  toJson(): string {
    return JSON.stringify(this.root);
  }

  private set(path: readonly Step[], value: unknown): void {
    let current: Container = this.root;
    for (const [index, step] of path.entries()) {
      const next = path[index + 1];
      const found = get(current, step);
      if (next === undefined) {
        const isContinued = typeof found === 'string' && typeof value === 'string';
        put(current, step, isContinued ? found + value : value);
        return;
      }
      const isThere = typeof next === 'number' ? Array.isArray(found) : isJsonObject(found);
      const inner: Container = isThere ? (found as Container) : typeof next === 'number' ? [] : {};
      if (!isThere) put(current, step, inner);
      current = inner;
    }
  }
}

function get(container: Container, step: Step): unknown {
  return at(container, step);
}

function put(container: Container, step: Step, value: unknown): void {
  // The value is defined, not assigned, so that a key like `__proto__` stays a plain key. A step of the wrong kind
  // changes nothing.
  if (Array.isArray(container) !== (typeof step === 'number')) return;
  Object.defineProperty(container, step, { value, writable: true, enumerable: true, configurable: true });
}

/** The steps of a path; null for an unknown or hostile path. */
function stepsOf(path: string): readonly Step[] | null {
  if (!path.startsWith('$')) return null;
  const steps: Step[] = [];
  const pattern = /\.([^.[\]]+)|\[(\d{1,6})\]|\['([^']*)'\]|\["([^"]*)"\]/y;
  pattern.lastIndex = 1;
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (!match || steps.length >= STEPS_MAX) return null;
    const [, plain, index, single, double] = match;
    if (index === undefined) steps.push(plain ?? single ?? double ?? '');
    else if (Number(index) <= INDEX_MAX) steps.push(Number(index));
    else return null;
  }
  return steps.length > 0 && typeof steps[0] === 'string' ? steps : null;
}

function valueOf(piece: unknown): unknown {
  for (const key of ['stringValue', 'numberValue', 'boolValue']) {
    const value = at(piece, key);
    if (value !== undefined) return value;
  }
  return isJsonObject(piece) && Object.hasOwn(piece, 'nullValue') ? null : undefined;
}
