import { type ChatBlock, type ChatCall, type ChatMessage } from './chat';

/**
 * Whether nothing of a call is left that could be told to a model: no word, no image, no call of a tool. Answers of tools
 * without their calls, and reasoning by itself, are left out by every format; a model that is asked nothing would still
 * answer, for money.
 */
export function saysNothing({ messages }: ChatCall): boolean {
  return !messages.some(({ role, blocks }) => blocks.some(block => isSaid(block, role)));
}

function isSaid(block: ChatBlock, role: ChatMessage['role']): boolean {
  switch (block.type) {
    case 'text':
    case 'refusal':
      return block.text !== '';
    case 'reasoning':
    case 'toolResult':
      return false;
    case 'toolCall':
      return role === 'assistant';
    case 'audio':
      // Earlier spoken answers are known by their id, or by what was said in them.
      return role === 'user' || (role === 'assistant' && Boolean(block.id ?? block.transcript));
    case 'image':
    case 'video':
    case 'file':
      return role === 'user' || role === 'assistant';
  }
}
