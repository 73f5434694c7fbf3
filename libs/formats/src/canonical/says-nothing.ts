import { type ChatBlock, type ChatCall, type ChatMessage } from './chat';

/**
 * Tells whether a call holds nothing that a model could respond to: no text, no image, no tool call. Every format
 * leaves out tool results without their calls, and reasoning that stands alone; a model that gets an empty call would
 * still answer, and the answer would cost money.
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
      // Earlier spoken answers are identified by their id, or by their transcript.
      return role === 'user' || (role === 'assistant' && Boolean(block.id ?? block.transcript));
    case 'image':
    case 'video':
    case 'file':
      return role === 'user' || role === 'assistant';
  }
}
