import { type CatalogChannel, type CatalogTier } from '@channel';
import { isJsonObject, PromptSize, type JsonObject } from '@formats';
import { withBody, type RelayCall } from '../call/relay-call';

type Prompt = NonNullable<CatalogChannel['systemPrompt']>;

const OPERATOR_ROLES: ReadonlySet<unknown> = new Set(['system', 'developer']);

/**
 * The call as a channel with a system prompt of its own gets it: written in the caller's format, so that every adapter
 * carries it like one of the caller. The call itself for a channel without, and for anything but chat.
 */
export function withChannelPrompt(call: RelayCall, { systemPrompt }: Pick<CatalogChannel, 'systemPrompt'>): RelayCall {
  if (systemPrompt === null || call.endpoint !== 'chat') return call;
  const parsed = withPrompt(call, systemPrompt);
  return withBody(call, { parsed, body: Buffer.from(JSON.stringify(parsed)), maxTokens: call.maxTokens });
}

function withPrompt({ format, parsed }: RelayCall, prompt: Prompt): JsonObject {
  const { text, mode } = prompt;
  switch (format) {
    case 'openai': {
      const messages = withoutOperator(parsed.messages, mode);
      return { ...parsed, messages: [{ role: 'system', content: text }, ...messages] };
    }
    case 'responses': {
      const instructions = joined(prompt, parsed.instructions);
      if (mode === 'before' || !Array.isArray(parsed.input)) return { ...parsed, instructions };
      return { ...parsed, instructions, input: withoutOperator(parsed.input, mode) };
    }
    case 'anthropic':
      return { ...parsed, system: anthropicSystem(prompt, parsed.system) };
    case 'gemini': {
      const name = 'system_instruction' in parsed ? 'system_instruction' : 'systemInstruction';
      return { ...parsed, [name]: { parts: [{ text }, ...geminiParts(prompt, parsed[name])] } };
    }
  }
}

function withoutOperator(messages: unknown, mode: Prompt['mode']): readonly unknown[] {
  if (!Array.isArray(messages)) return [];
  const all = messages as readonly unknown[];
  return mode === 'before' ? all : all.filter(one => !isJsonObject(one) || !OPERATOR_ROLES.has(one.role));
}

function joined({ text, mode }: Prompt, own: unknown): string {
  return mode === 'before' && typeof own === 'string' && own !== '' ? `${text}\n\n${own}` : text;
}

/** The blocks of a caller stay as they are, because they may be marked for a cache. */
function anthropicSystem(prompt: Prompt, own: unknown): unknown {
  if (prompt.mode === 'before' && Array.isArray(own))
    return [{ type: 'text', text: prompt.text }, ...(own as unknown[])];
  return joined(prompt, own);
}

function geminiParts({ mode }: Prompt, own: unknown): readonly unknown[] {
  if (mode === 'instead') return [];
  if (typeof own === 'string') return [{ text: own }];
  const parts = isJsonObject(own) ? own.parts : [];
  if (Array.isArray(parts)) return parts as readonly unknown[];
  return isJsonObject(parts) ? [parts] : [];
}

/** The most tokens that a system prompt of some channels adds to a prompt, as an upper bound; 0 where none has one. */
export function mostPromptTokens(tiers: readonly CatalogTier[], model: string): number {
  let most = 0;
  for (const { channels } of tiers) {
    for (const { systemPrompt } of channels) {
      if (systemPrompt === null) continue;
      const messages = [{ role: 'system', content: systemPrompt.text }];
      most = Math.max(most, new PromptSize({ messages }, { endpoint: 'chat', format: 'openai' }, model).boundTokens);
    }
  }
  return most;
}
