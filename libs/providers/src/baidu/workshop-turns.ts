import {
  type DroppedFields,
  type ChatMessage,
  type ToolCallBlock,
  type ToolResultBlock,
  isRecord,
  parseJson,
} from '@formats';
import { imagesOf, resultText, textOf, toolCallsOf, toolResultsOf } from '../toolkit/read-call-parts';

/** One message as the first generation takes it. */
export interface WorkshopTurn {
  readonly role: 'user' | 'assistant' | 'function';
  readonly content: string;
  readonly name?: string;
  readonly function_call?: { readonly name: string; readonly arguments: string };
}

/** Empty content is refused; this says nothing and is none. */
const BLANK = ' ';
/** Stands where a user would have to speak next and did not. */
const GO_ON = 'continue';
/** Stands between a function's answer and what the user adds to it: two turns of the user's side may not meet. */
const NOTED = 'OK';

/**
 * The conversation under the provider's rules: user and assistant in turn, an odd number, the user first, user or function
 * last; one function call per turn, so parallel calls become a row of calls, each with its answer.
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
  // Calls that nobody answered say nothing the model could go on from.
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
  // Text and call of one message are one turn.
  if (last?.role === 'assistant' && !last.function_call) turns[turns.length - 1] = { ...last, function_call: asked };
  else turns.push({ role: 'assistant', content: BLANK, function_call: asked });
  turns.push({ role: 'function', name: call.name, content: asJson(content) });
}

/** Functions answer in JSON; a plain text becomes the only field of an object. */
function asJson(text: string): string {
  return isRecord(parseJson(text)) ? text : JSON.stringify({ result: text });
}

function addUser(turns: WorkshopTurn[], content: string): void {
  if (turns.at(-1)?.role === 'function') turns.push({ role: 'assistant', content: NOTED });
  add(turns, { role: 'user', content });
}

/** Neighbours of one role become one turn. */
function add(turns: WorkshopTurn[], turn: WorkshopTurn): void {
  const last = turns.at(-1);
  if (last?.role === turn.role && !last.function_call) {
    turns[turns.length - 1] = { ...last, content: `${last.content}\n${turn.content}` };
  } else turns.push(turn);
}

function framed(turns: readonly WorkshopTurn[], dropped: DroppedFields): readonly WorkshopTurn[] {
  const first = turns.findIndex(turn => turn.role === 'user');
  if (first === -1) {
    // A conversation that begins with a call: something must have been asked.
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
