import { withMember, type MemberChange } from '@providers';
import { withBody, type RelayCall } from '../relay-call';

/**
 * The same call with a limit on its answer, in the field of the caller's own format: adapters carry it to the provider as
 * they carry any caller's limit.
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
      // Whoever names the newer field, and leaves it empty, speaks to a provider who knows it.
      return { name: 'max_completion_tokens' in parsed ? 'max_completion_tokens' : 'max_tokens', value };
  }
}
