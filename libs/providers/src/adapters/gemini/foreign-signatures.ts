import {
  decodeSeal,
  isEnvelope,
  mayHoldEnvelopes,
  geminiTraitsOf,
  NO_SIGNATURE,
  isOwn,
  openSealedId,
  type JsonObject,
  asText,
  isJsonObject,
} from '@formats';
import { type UpstreamCall } from '../../contract/upstream';

const SIGNATURES = ['thoughtSignature', 'thought_signature'] as const;
const CALLS = ['functionCall', 'function_call'] as const;
const WITH_IDS = [...CALLS, 'functionResponse', 'function_response'] as const;

/**
 * Returns a caller's own body with a history that the provider accepts after other providers have answered parts of it.
 * The provider's own signatures are taken out of their envelopes, those of others are left out and named in the dropped
 * fields, and a call that another provider made gets what newer models accept in place of a signature. Returns the very
 * same object when nothing has to change.
 */
export function withoutForeignSignatures(body: JsonObject, call: UpstreamCall, model: string): JsonObject {
  const opener = new ContentOpener(call, geminiTraitsOf(model).wantsSeals);
  if (!opener.isNeeded) return body;
  const given = body.contents;
  if (isJsonObject(given)) {
    const [opened = null] = opener.content(given);
    return opened === given || opened === null ? body : { ...body, contents: opened };
  }
  if (!Array.isArray(given)) return body;
  const contents: readonly unknown[] = given;
  const opened = contents.flatMap((content): readonly unknown[] =>
    isJsonObject(content) ? opener.content(content) : [content],
  );
  return isSameList(opened, contents) ? body : { ...body, contents: opened };
}

function isSameList(first: readonly unknown[], second: readonly unknown[]): boolean {
  return first.length === second.length && first.every((item, index) => item === second[index]);
}

class ContentOpener {
  private readonly holdsEnvelopes: boolean;

  constructor(
    private readonly call: UpstreamCall,
    private readonly wantsSignatures: boolean,
  ) {
    this.holdsEnvelopes = mayHoldEnvelopes(call.body);
  }

  get isNeeded(): boolean {
    return this.holdsEnvelopes || this.wantsSignatures;
  }

  /** Returns the content without what the provider refuses; empty when the content held nothing else. */
  content(content: JsonObject): readonly JsonObject[] {
    const given = content.parts;
    const parts: readonly unknown[] = Array.isArray(given) ? given : [given];
    const openPart = (part: unknown): readonly unknown[] => (isJsonObject(part) ? this.part(part) : [part]);
    const opened = this.holdsEnvelopes ? parts.flatMap(openPart) : parts;
    const signed = this.wantsSignatures ? withFirstCallSigned(opened) : opened;
    if (isSameList(signed, parts)) return [content];
    return signed.length === 0 ? [] : [{ ...content, parts: signed }];
  }

  private part(part: JsonObject): readonly JsonObject[] {
    const bare = this.withBareIds(part);
    const key = SIGNATURES.find(name => isEnvelope(asText(bare[name])));
    if (key === undefined) return [bare];
    const { [key]: envelope, ...rest } = bare;
    const sealed = decodeSeal(asText(envelope));
    if (sealed && isOwn(sealed.seal)) return [{ ...rest, [key]: sealed.seal.value }];
    this.call.dropped.add('message.reasoning_signature');
    // The gateway may have made the part only to carry the envelope.
    const isEmpty = Object.entries(rest).every(([name, value]) => name === 'thought' || value === '');
    return isEmpty ? [] : [rest];
  }

  private withBareIds(part: JsonObject): JsonObject {
    const key = WITH_IDS.find(name => isJsonObject(part[name]));
    const inner = key === undefined ? undefined : part[key];
    if (key === undefined || !isJsonObject(inner) || typeof inner.id !== 'string') return part;
    const { id, sealed } = openSealedId(inner.id);
    if (sealed.length === 0) return part;
    const own = sealed.find(({ seal }) => isOwn(seal));
    const signature = own && !isSigned(part) && isCall(part) ? { thoughtSignature: own.seal.value } : {};
    if (!own) this.call.dropped.add('message.reasoning_signature');
    return { ...part, [key]: { ...inner, id }, ...signature };
  }
}

function isSigned(part: JsonObject): boolean {
  return SIGNATURES.some(name => asText(part[name]) !== '');
}

function isCall(part: JsonObject): boolean {
  return CALLS.some(name => isJsonObject(part[name]));
}

/** Only the first of the calls in one turn must have a signature. */
function withFirstCallSigned(parts: readonly unknown[]): readonly unknown[] {
  const first = parts.findIndex(part => isJsonObject(part) && isCall(part));
  const call = parts[first];
  if (!isJsonObject(call) || isSigned(call)) return parts;
  return parts.map((part, index) => (index === first ? { ...call, thoughtSignature: NO_SIGNATURE } : part));
}
