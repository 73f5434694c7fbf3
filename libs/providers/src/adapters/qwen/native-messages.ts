import {
  type DroppedFields,
  CallRefusal,
  type ChatBlock,
  type ChatMessage,
  type MediaSource,
  type JsonObject,
} from '@formats';
import {
  functionNames,
  imagesOf,
  present,
  resultText,
  textOf,
  toolCallsOf,
  toolResultsOf,
} from '../../shared/read-call-parts';

/** A part of a multimodal message; its key, not a type, shows its kind. */
type Part = Readonly<Record<string, string>>;

/** A message of the native protocol: a text, or parts for models that read media. */
export interface NativeMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly Part[];
  readonly [field: string]: unknown;
}

/**
 * Writes the messages of a chat in the native protocol.
 *
 * @throws CallRefusal for what the model cannot read
 */
export function nativeMessages(
  messages: readonly ChatMessage[],
  options: { readonly isMultimodal: boolean; readonly dropped: DroppedFields },
): readonly NativeMessage[] {
  const names = functionNames(messages);
  const written = messages.flatMap(message => writeMessage(message, names, options));
  // Instructions stand first.
  const isSystem = ({ role }: NativeMessage): boolean => role === 'system';
  return [...written.filter(isSystem), ...written.filter(message => !isSystem(message))];
}

interface WriteOptions {
  readonly isMultimodal: boolean;
  readonly dropped: DroppedFields;
}

function writeMessage(
  message: ChatMessage,
  names: ReadonlyMap<string, string>,
  options: WriteOptions,
): readonly NativeMessage[] {
  const { blocks } = message;
  const content = contentOf(message, options);
  if (message.role === 'system' || message.role === 'developer')
    return hasContent(content) ? [{ role: 'system', content }] : [];
  if (message.role === 'assistant') {
    const calls = toolCallsOf(blocks).map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    }));
    if (calls.length > 0) return [{ role: 'assistant', content, tool_calls: calls }];
    return hasContent(content) ? [{ role: 'assistant', content }] : [];
  }
  const results = toolResultsOf(blocks).map((result): NativeMessage => {
    const text = resultText(result, options.dropped);
    const name = result.name ?? names.get(result.callId);
    const fields: JsonObject = present({ tool_call_id: result.callId, name });
    return { ...fields, role: 'tool', content: options.isMultimodal ? [{ text }] : text };
  });
  return hasContent(content) ? [...results, { role: 'user', content }] : results;
}

function hasContent(content: NativeMessage['content']): boolean {
  return content.length > 0;
}

function contentOf(message: ChatMessage, { isMultimodal, dropped }: WriteOptions): NativeMessage['content'] {
  if (isMultimodal) return message.blocks.flatMap(block => partsOf(block, message, dropped));
  imagesOf(message, { takesImages: false, dropped });
  return textOf(message.blocks);
}

function partsOf(block: ChatBlock, { role }: ChatMessage, dropped: DroppedFields): readonly Part[] {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return block.text === '' ? [] : [{ text: block.text }];
    case 'image':
      return [{ image: addressOf(block.source, 'image') }];
    case 'video':
      return [{ video: addressOf(block.source, 'video') }];
    case 'audio':
      if (role === 'user') return [{ audio: `data:audio/${block.format};base64,${block.data}` }];
      dropped.add('message.audio');
      return block.transcript ? [{ text: block.transcript }] : [];
    case 'file':
      throw new CallRefusal('file input is not supported by this model');
    default:
      return [];
  }
}

function addressOf(source: MediaSource, kind: string): string {
  if (source.kind === 'url') return source.url;
  if (source.kind === 'data') return `data:${source.mime};base64,${source.data}`;
  throw new CallRefusal(`stored ${kind}s of another provider cannot be read by this model`);
}
