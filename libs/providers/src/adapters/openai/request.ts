import { type OpenAiDialect, wantsSignatures } from '@formats';
import { quirksOf } from '../../openai-compatible/presets/presets';
import { type ChannelTarget, type UpstreamCall } from '../../contract/upstream';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { adaptChatBody } from './chat-request';
import { knowsFreeText } from './models';

/* Rules for any address of the OpenAI protocol; they follow the model's family and the provider's host. */

/** How chats of other formats are written for a model at an address. */
export function openAiDialectOf({ model }: UpstreamCall, target: ChannelTarget): OpenAiDialect {
  return quirksOf(target)?.dialect ?? dialectOfModel(model);
}

/** At an unknown address only the model's name shows that it is a model of OpenAI. */
function dialectOfModel(model: string): OpenAiDialect {
  const isOwn = /^(gpt-|chatgpt-|o\d)/.test(model);
  return {
    takesAllowedTools: isOwn,
    takesCustomTools: knowsFreeText(model),
    takesGoogleSignatures: wantsSignatures(model),
  };
}

/** Adapts a body to what its model and its provider accept. */
export function adaptOpenAiBody(draft: BodyDraft, call: UpstreamCall, target: ChannelTarget): void {
  adaptChatBody(draft, call);
  if (call.endpoint === 'chat') quirksOf(target)?.adapt?.(draft, call);
  // These models return base64 only and refuse a field that names the form of the response.
  if (call.endpoint === 'imageGenerations' && draft.model.startsWith('gpt-image')) draft.drop('response_format');
}
