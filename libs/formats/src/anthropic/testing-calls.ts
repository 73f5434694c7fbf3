import { DroppedFields } from '../canonical/dropped-fields';
import {
  type ChatBlock,
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  type ToolCallBlock,
} from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { writeMessagesCall } from './write-call';

/** Shared by the specs of calls in this folder. */

export function say(role: ChatMessage['role'], ...blocks: (ChatBlock | string)[]): ChatMessage {
  return {
    role,
    blocks: blocks.map(block => (typeof block === 'string' ? { type: 'text', text: block } : block)),
  };
}

export function call(id: string, input = '{}'): ToolCallBlock {
  return {
    type: 'toolCall',
    id,
    name: 'f',
    arguments: input,
    kind: 'function',
  };
}

export function result(callId: string, text = 'ok'): ChatBlock {
  return {
    type: 'toolResult',
    callId,
    content: [{ type: 'text', text }],
  };
}

export interface WrittenBody {
  readonly body: JsonObject;
  readonly dropped: readonly string[];
  readonly messages: readonly [string, unknown][];
}

export function write(question: Partial<ChatCall>, model = 'claude-sonnet-4-5', isStream = false): WrittenBody {
  const dropped = new DroppedFields();
  const asked: ChatCall = { messages: [say('user', 'hi')], tools: [], settings: {}, extraFields: [], ...question };
  const { body } = writeMessagesCall(asked, { model, isStream }, dropped);
  const sent = JSON.parse(JSON.stringify(body)) as JsonObject;
  const messages = (sent.messages as { role: string; content: unknown }[]).map(
    ({ role, content }): [string, unknown] => [role, brief(content)],
  );
  return { body: sent, dropped: dropped.list, messages };
}

export function settled(settings: ChatSettings, model?: string, more: Partial<ChatCall> = {}): WrittenBody {
  return write({ settings, ...more }, model);
}

/** Describes each block by one word. */
function brief(content: unknown): unknown {
  return (content as JsonObject[]).map(block => {
    switch (block.type) {
      case 'text':
        return block.text;
      case 'tool_use':
        return `call ${String(block.id)}`;
      case 'tool_result':
        return `result ${String(block.tool_use_id)}: ${String(block.content)}`;
      case 'thinking':
        return `thinking ${String(block.thinking)}`;
      default:
        return block.type;
    }
  });
}
