import {
  type DroppedFields,
  type ChatMessage,
  type ToolCallBlock,
  type ToolResultBlock,
  isJsonObject,
  parseJson,
} from '@formats';
import { imagesOf, resultText, textOf, toolCallsOf, toolResultsOf } from '../../shared/read-call-parts';

/** One message in the form that the first generation accepts. */
interface WorkshopTurn {
  readonly role: 'user' | 'assistant' | 'function';
  readonly content: string;
  readonly name?: string;
  readonly function_call?: { readonly name: string; readonly arguments: string };
}

/** The provider refuses empty content; a blank is accepted. */
const BLANK = ' ';
/** Takes the place of a user message where the provider requires one and the conversation has none. */
const GO_ON = 'continue';
/**
 * Separates a function's result from the user's next text, because two turns of the user's side may not follow each
 * other.
 */
const NOTED = 'OK';

/**
 * Arranges the conversation by the provider's rules: user and assistant in turn, an odd number of turns, the user
 * first, user or function last. A turn holds one function call, so parallel calls become consecutive calls, each with
 * its result.
 */
export function workshopTurns(messages: readonly ChatMessage[], dropped: DroppedFields): readonly WorkshopTurn[] {
  const turns: WorkshopTurn[] = [];
  const waiting = new Map<string, ToolCallBlock>();
  for (const message of messages) {
    if (message.role === 'system' || message.role === 'developer') continue;
    imagesOf(message, { takesImages: false, dropped });
    const text = textOf(message.blocks);
    if (message.role === 'assistant') {
      if (text !== '') add(turns, { role: 'assistant', content: text });
      for (const call of toolCallsOf(message.blocks)) waiting.set(call.id, call);
      continue;
    }
    for (const result of toolResultsOf(message.blocks)) addResult(turns, waiting, result, dropped);
    if (text !== '') addUser(turns, text);
  }
  // Calls without a result are left out, because the model could not continue from them.
  if (waiting.size > 0) dropped.add('message.tool_calls');
  return framed(turns, dropped);
}

function addResult(
  turns: WorkshopTurn[],
  waiting: Map<string, ToolCallBlock>,
  result: ToolResultBlock,
  dropped: DroppedFields,
): void {
  const call = waiting.get(result.callId);
  const content = resultText(result, dropped);
  if (!call) {
    dropped.add('message.tool_call_id');
    addUser(turns, content || BLANK);
    return;
  }
  waiting.delete(result.callId);
  const asked = { name: call.name, arguments: call.arguments };
  const last = turns.at(-1);
  // The text and the call of one message form one turn.
  if (last?.role === 'assistant' && !last.function_call) turns[turns.length - 1] = { ...last, function_call: asked };
  else turns.push({ role: 'assistant', content: BLANK, function_call: asked });
  turns.push({ role: 'function', name: call.name, content: asJson(content) });
}

/** The provider expects JSON from functions, so a plain text becomes the only field of an object. */
function asJson(text: string): string {
  return isJsonObject(parseJson(text)) ? text : JSON.stringify({ result: text });
}

function addUser(turns: WorkshopTurn[], content: string): void {
  if (turns.at(-1)?.role === 'function') turns.push({ role: 'assistant', content: NOTED });
  add(turns, { role: 'user', content });
}

/** Consecutive turns of the same role become one turn. */
function add(turns: WorkshopTurn[], turn: WorkshopTurn): void {
  const last = turns.at(-1);
  if (last?.role === turn.role && !last.function_call) {
    turns[turns.length - 1] = { ...last, content: `${last.content}\n${turn.content}` };
  } else turns.push(turn);
}

function framed(turns: readonly WorkshopTurn[], dropped: DroppedFields): readonly WorkshopTurn[] {
  const first = turns.findIndex(turn => turn.role === 'user');
  if (first === -1) {
    // When a conversation begins with a call, a user message is put before it.
    const body = turns.some(turn => turn.function_call) ? turns : [];
    if (body.length < turns.length) dropped.add('message.assistant');
    return closed([{ role: 'user', content: GO_ON }, ...body], dropped);
  }
  const trimmed = turns.slice(0, first);
  if (trimmed.some(turn => turn.function_call)) return closed([{ role: 'user', content: GO_ON }, ...turns], dropped);
  if (trimmed.length > 0) dropped.add('message.assistant');
  return closed(turns.slice(first), dropped);
}

function closed(turns: readonly WorkshopTurn[], dropped: DroppedFields): readonly WorkshopTurn[] {
  if (turns.at(-1)?.role !== 'assistant') return turns;
  dropped.add('message.prefill');
  return [...turns, { role: 'user', content: GO_ON }];
}
