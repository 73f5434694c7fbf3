import { type ChannelTarget, type UpstreamCall } from '../spec/upstream';
import { baseUrlOf } from '../toolkit/base-url';

/** Typed behind the host by operators who copied an address from the provider's manual. */
const NATIVE_SUFFIX = /\/api\/v1\/*$/;
const COMPATIBLE_SUFFIX = /\/compatible-mode(\/v1)?\/*$/;

/** The provider's host, or a proxy before it, without the path of either protocol. */
export function hostOf(target: ChannelTarget): string {
  const baseUrl = target.baseUrl.trim().replace(NATIVE_SUFFIX, '').replace(COMPATIBLE_SUFFIX, '');
  return baseUrlOf({ ...target, baseUrl });
}

/** The operator asks for the native protocol by its address. */
export function hasNativeAddress(target: ChannelTarget): boolean {
  return NATIVE_SUFFIX.test(target.baseUrl.trim());
}

/**
 * Whether a chat takes the native protocol. The compatible one is the better default; the native one is what plugins, the
 * hearing models and operators who typed its address need.
 */
export function isNativeChat({ endpoint, model }: UpstreamCall, target: ChannelTarget): boolean {
  if (endpoint !== 'chat') return false;
  return target.other.trim() !== '' || hasNativeAddress(target) || /audio/i.test(model);
}

/** Models whose messages hold parts, and that live at an address of their own in the native protocol. */
export function isMultimodal(model: string): boolean {
  return /vl|qvq|vision|omni|audio|ocr|-tts/i.test(model) || /^qwen(3\.[5-9]|[4-9])/i.test(model);
}

/** `-internet` behind a name means the model with its search switched on. */
export function withoutSearchSuffix(model: string): { readonly model: string; readonly searches: boolean } {
  const searches = model.endsWith('-internet');
  return { model: searches ? model.slice(0, -'-internet'.length) : model, searches };
}

/** Models that only answer in a stream; source: the provider's model pages, read 2026-08. */
export function isStreamOnly(model: string): boolean {
  return /^(qwq|qvq)|omni/i.test(model);
}

/** The open models think unless told not to, and thinking they only stream. */
export function isOpenThinker(model: string): boolean {
  return /^qwen3-(next-)?\d+(\.\d+)?b\b/i.test(model) && !/instruct/i.test(model);
}

/** Models whose thinking cannot be switched off. */
export function alwaysThinks(model: string): boolean {
  return /^(qwq|qvq)|-thinking\b/i.test(model);
}
