import { type ChannelTarget } from '../contract/upstream';

/**
 * Works out once for each target what depends on the target alone. A target never changes: another key or address is
 * another object.
 */
export function perTarget<Value>(make: (target: ChannelTarget) => Value): (target: ChannelTarget) => Value {
  const known = new WeakMap<ChannelTarget, { readonly value: Value }>();
  return target => {
    let found = known.get(target);
    if (!found) known.set(target, (found = { value: make(target) }));
    return found.value;
  };
}
