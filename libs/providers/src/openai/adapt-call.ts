import { type OpenAiDialect, wantsSignatures } from '@formats';
import { quirksOf } from '../presets/presets';
import { type ChannelTarget, type UpstreamCall } from '../spec/upstream';
import { type BodyDraft } from '../toolkit/body-draft';
import { adaptOpenAiChat } from './adapt-chat';
import { knowsFreeText } from './model-family';

/* What accounts of the OpenAI protocol at any address have in common: the model's family and the provider's host decide. */

/** How chats of other formats are written for a model at an address. */
export function openAiDialectOf({ model }: UpstreamCall, target: ChannelTarget): OpenAiDialect {
  return quirksOf(target)?.dialect ?? dialectOfModel(model);
}

/** At unknown addresses only the model's name tells whether it is one of OpenAI's own. */
function dialectOfModel(model: string): OpenAiDialect {
  const isOwn = /^(gpt-|chatgpt-|o\d)/.test(model);
  return {
    takesAllowedTools: isOwn,
    takesCustomTools: knowsFreeText(model),
    takesGoogleSignatures: wantsSignatures(model),
  };
}

/** Makes a body acceptable to its model and its provider. */
export function adaptOpenAiCall(draft: BodyDraft, call: UpstreamCall, target: ChannelTarget): void {
  adaptOpenAiChat(draft, call);
  if (call.endpoint === 'chat') quirksOf(target)?.adapt?.(draft, call);
  // These answer base64 only, and refuse to be told how to answer.
  if (call.endpoint === 'imageGenerations' && draft.model.startsWith('gpt-image')) draft.drop('response_format');
}
