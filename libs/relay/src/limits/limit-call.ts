import { withMember, type MemberChange } from '@formats';
import { withBody, type RelayCall } from '../call/relay-call';

/**
 * Writes a limit on the answer into a call, in the field of the caller's own format: adapters carry it to the provider
 * like any limit that a caller sets.
 */
export function withAnswerLimit(call: RelayCall, tokens: number): RelayCall {
  const { body, parsed } = withMember(call, fieldFor(call, tokens));
  return withBody(call, { body, parsed, maxTokens: tokens });
}

function fieldFor({ format, endpoint, parsed }: RelayCall, value: number): MemberChange {
  if (endpoint !== 'chat') return { name: 'max_tokens', value };
  switch (format) {
    case 'anthropic':
      return { name: 'max_tokens', value };
    case 'responses':
      return { name: 'max_output_tokens', value };
    case 'gemini':
      return 'generation_config' in parsed
        ? { holder: 'generation_config', name: 'max_output_tokens', value }
        : { holder: 'generationConfig', name: 'maxOutputTokens', value };
    case 'openai':
      // A body that names the newer field, even with null as its value, is meant for a provider that knows it.
      return { name: 'max_completion_tokens' in parsed ? 'max_completion_tokens' : 'max_tokens', value };
  }
}
