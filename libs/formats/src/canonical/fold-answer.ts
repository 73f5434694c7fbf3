import {
  type AudioBlock,
  type ChatBlock,
  type FinishReason,
  type ReasoningBlock,
  type ToolCallBlock,
  type UrlCitation,
} from './chat';
import { type AnswerError, type ChatAnswer, type ChatChoice, type ChatEvent } from './chat-answer';
import { type ChatStreamWriter } from './chat-format';
import { type UsageReading } from './usage-reading';
import { asList } from '../json/read-value';

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

interface OpenChoice {
  readonly blocks: Mutable<ChatBlock>[];
  readonly calls: Map<number, Mutable<ToolCallBlock>>;
  /** The pieces of each audio block, which are joined once at the end. */
  readonly speech: Map<Mutable<AudioBlock>, string[]>;
  finish: FinishReason;
  stopSequence: string | undefined;
  logprobs: unknown[];
}

/** Builds the whole answer from the events of a stream. */
export class AnswerFolder {
  /** The first error event, or null when there was none. */
  error: AnswerError | null = null;
  private id = '';
  private model = '';
  private usage: UsageReading = { kind: 'missing' };
  private readonly choices = new Map<number, OpenChoice>();

  add(event: ChatEvent): void {
    switch (event.type) {
      case 'start':
        this.id ||= event.id;
        this.model ||= event.model;
        return;
      case 'usage':
        this.usage = event.usage;
        return;
      case 'error':
        this.error ??= event.error;
        return;
      default:
        addToChoice(this.choiceAt(event.choice), event);
    }
  }

  result(): ChatAnswer {
    const choices = [...this.choices].sort(([first], [second]) => first - second);
    return { id: this.id, model: this.model, choices: choices.map(closed), usage: this.usage };
  }

  private choiceAt(index: number): OpenChoice {
    let choice = this.choices.get(index);
    if (!choice) {
      choice = {
        blocks: [],
        calls: new Map(),
        speech: new Map(),
        finish: 'unknown',
        stopSequence: undefined,
        logprobs: [],
      };
      this.choices.set(index, choice);
    }
    return choice;
  }
}

function closed([index, choice]: readonly [number, OpenChoice]): ChatChoice {
  const { blocks, speech, finish, stopSequence, logprobs } = choice;
  for (const [block, pieces] of speech) if (pieces.length > 1) block.data = joinedBase64(pieces);
  return {
    index,
    blocks: blocks as ChatBlock[],
    finish,
    ...(stopSequence === undefined ? {} : { stopSequence }),
    ...(logprobs.length === 0 ? {} : { logprobs: { content: logprobs } }),
  };
}

type ChoiceEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' }>;

function addToChoice(choice: OpenChoice, event: ChoiceEvent): void {
  const { blocks } = choice;
  const last = blocks.at(-1);
  switch (event.type) {
    case 'reasoning':
      if (last?.type === 'reasoning' && !last.seal) last.text += event.text;
      else blocks.push({ type: 'reasoning', text: event.text });
      return;
    case 'seal':
      if (event.seal.kind === 'signature' && last?.type === 'reasoning' && !last.seal) last.seal = event.seal;
      else blocks.push({ type: 'reasoning', text: '', seal: event.seal } satisfies ReasoningBlock);
      return;
    case 'text':
      addText(blocks, last, event);
      return;
    case 'refusal':
      if (last?.type === 'refusal') last.text += event.text;
      else blocks.push({ type: 'refusal', text: event.text });
      return;
    case 'citation':
      addCitation(blocks, event.citation);
      return;
    case 'toolCall': {
      const { id, name, kind, seal } = event;
      const call: Mutable<ToolCallBlock> = { type: 'toolCall', id, name, kind, arguments: '', ...(seal && { seal }) };
      choice.calls.set(event.call, call);
      blocks.push(call);
      return;
    }
    case 'toolArguments': {
      const call = choice.calls.get(event.call);
      if (call) call.arguments += event.text;
      return;
    }
    case 'image':
      blocks.push({ type: 'image', source: { kind: 'data', mime: event.mime, data: event.data } });
      return;
    case 'audio':
      addAudio(choice, last, event);
      return;
    case 'logprobs':
      for (const entry of asList(event.logprobs.content)) choice.logprobs.push(entry);
      return;
    case 'finish':
      choice.finish = event.reason;
      choice.stopSequence = event.stopSequence;
  }
}

function addText(
  blocks: Mutable<ChatBlock>[],
  last: Mutable<ChatBlock> | undefined,
  { text, seal }: ChoiceEvent & { type: 'text' },
): void {
  if (last?.type === 'text' && !last.seal) {
    last.text += text;
    if (seal) last.seal = seal;
  } else blocks.push({ type: 'text', text, ...(seal && { seal }) });
}

function addCitation(blocks: Mutable<ChatBlock>[], citation: (ChoiceEvent & { type: 'citation' })['citation']): void {
  const text = blocks.findLast(block => block.type === 'text');
  if (!text) return;
  const citations = (text.citations ??= []) as UrlCitation[]; // this class made the list, so it may change it
  citations.push(citation);
}

/** Joins pieces of base64 as bytes, because each piece may end in padding. */
function joinedBase64(pieces: readonly string[]): string {
  return Buffer.concat(pieces.map(piece => Buffer.from(piece, 'base64'))).toString('base64');
}

function addAudio(
  { blocks, speech }: OpenChoice,
  last: Mutable<ChatBlock> | undefined,
  { data, format, transcript, id }: ChoiceEvent & { type: 'audio' },
): void {
  if (last?.type !== 'audio') {
    const audio: Mutable<AudioBlock> = { type: 'audio', data, format, transcript, ...(id === undefined ? {} : { id }) };
    blocks.push(audio);
    speech.set(audio, [data]);
    return;
  }
  speech.get(last)?.push(data);
  last.transcript = (last.transcript ?? '') + transcript;
}

/** The whole answer in these events; an error among them is left out. */
export function answerOfEvents(events: Iterable<ChatEvent>): ChatAnswer {
  const folder = new AnswerFolder();
  for (const event of events) folder.add(event);
  return folder.result();
}

/** Writes a whole answer as a stream. */
export function streamOfAnswer(answer: ChatAnswer, writer: ChatStreamWriter): string {
  return (
    eventsOfAnswer(answer)
      .map(event => writer.write(event))
      .join('') + writer.end()
  );
}

/** Turns a whole answer into the events that a stream of it would have. */
export function eventsOfAnswer(answer: ChatAnswer): readonly ChatEvent[] {
  const events: ChatEvent[] = [{ type: 'start', id: answer.id, model: answer.model }];
  for (const choice of answer.choices) events.push(...eventsOfChoice(choice));
  if (answer.usage.kind !== 'missing') events.push({ type: 'usage', usage: answer.usage });
  return events;
}

function eventsOfChoice({ index, blocks, finish, stopSequence, logprobs }: ChatChoice): readonly ChatEvent[] {
  const events: ChatEvent[] = [];
  let call = 0;
  for (const block of blocks) {
    if (block.type === 'toolCall') events.push(...eventsOfCall(block, index, call++));
    else events.push(...eventsOfBlock(block, index));
  }
  if (logprobs) events.push({ type: 'logprobs', choice: index, logprobs });
  events.push({
    type: 'finish',
    choice: index,
    reason: finish,
    ...(stopSequence === undefined ? {} : { stopSequence }),
  });
  return events;
}

function eventsOfCall(block: ToolCallBlock, choice: number, call: number): readonly ChatEvent[] {
  const { id, name, kind, seal } = block;
  const start: ChatEvent = { type: 'toolCall', choice, call, id, name, kind, ...(seal && { seal }) };
  return block.arguments === '' ? [start] : [start, { type: 'toolArguments', choice, call, text: block.arguments }];
}

function eventsOfBlock(block: Exclude<ChatBlock, ToolCallBlock>, choice: number): readonly ChatEvent[] {
  switch (block.type) {
    case 'reasoning': {
      const text: ChatEvent[] = block.text === '' ? [] : [{ type: 'reasoning', choice, text: block.text }];
      return block.seal ? [...text, { type: 'seal', choice, seal: block.seal }] : text;
    }
    case 'text':
      return [
        { type: 'text', choice, text: block.text, ...(block.seal && { seal: block.seal }) },
        ...(block.citations ?? []).map((citation): ChatEvent => ({ type: 'citation', choice, citation })),
      ];
    case 'refusal':
      return [{ type: 'refusal', choice, text: block.text }];
    case 'image':
      return block.source.kind === 'data'
        ? [{ type: 'image', choice, mime: block.source.mime, data: block.source.data }]
        : [{ type: 'text', choice, text: block.source.kind === 'url' ? `![image](${block.source.url})` : '' }];
    case 'audio': {
      const { data, format, transcript = '', id } = block;
      return [{ type: 'audio', choice, data, format, transcript, ...(id === undefined ? {} : { id }) }];
    }
    default:
      return []; // models never return videos, documents or tool results
  }
}
