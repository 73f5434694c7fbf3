import { jsonObject, text, whole, type SourceRow } from '../source/cells';
import { type MapContext } from '../run/target';

/** Types here whose key or additional field has another form in some family. */
const TYPE = { aiProxyLibrary: 21, qwen: 17, aws: 33, cloudflare: 39, vertex: 41 } as const;

export interface KeyAndOther {
  readonly key: string;
  readonly other: string;
}

/**
 * The key and the additional field of a channel in the forms that our types expect.
 *
 * @param type of the channel here
 */
export function keyAndOther(row: SourceRow, type: number, context: MapContext): KeyAndOther {
  const plain = { key: text(row, 'key'), other: text(row, 'other') };
  switch (context.family) {
    case 'one-api':
      return fromConfig(row, type, plain);
    case 'one-hub':
      return fromHub(row, type, plain, context);
    case 'new-api':
    case 'litellm':
      return plain;
  }
}

/** In one-api the parts stand in a JSON beside the key. */
function fromConfig(row: SourceRow, type: number, plain: KeyAndOther): KeyAndOther {
  const config = jsonObject(row, 'config');
  const part = (name: string) => (typeof config[name] === 'string' ? config[name] : '');
  switch (type) {
    case TYPE.aws:
      return part('ak') ? { key: `${part('ak')}|${part('sk')}|${part('region')}`, other: '' } : plain;
    case TYPE.cloudflare:
      return { ...plain, other: part('user_id') || plain.other };
    case TYPE.vertex:
      return { key: part('vertex_ai_adc') || plain.key, other: part('region') || plain.other };
    case TYPE.aiProxyLibrary:
      return { ...plain, other: part('library_id') || plain.other };
    case TYPE.qwen:
      return { ...plain, other: part('plugin') || plain.other };
    default:
      return { ...plain, other: part('api_version') || plain.other };
  }
}

/** In one-hub the parts stand in the key, in an order of its own. */
function fromHub(row: SourceRow, type: number, plain: KeyAndOther, { remarks }: MapContext): KeyAndOther {
  const parts = plain.key.split('|');
  switch (type) {
    case TYPE.aws: {
      const [region = '', ak = '', sk = '', ...more] = parts;
      if (sk !== '' && more.length === 0) return { key: `${ak}|${sk}|${region}`, other: plain.other };
      const name = `${text(row, 'name')} (${whole(row, 'id')})`;
      remarks.add('channels of AWS whose key has a form that is unknown here; give them a new key', name);
      return plain;
    }
    case TYPE.cloudflare:
      return { key: parts.slice(1).join('|') || plain.key, other: parts.length > 1 ? (parts[0] ?? '') : plain.other };
    case TYPE.vertex:
      return { ...plain, other: plain.other.split('|')[0] ?? '' };
    default:
      return plain;
  }
}
