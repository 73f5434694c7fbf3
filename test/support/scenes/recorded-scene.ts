import { served, type RecordedForm, type Recording } from '../inputs/recordings';
import { startRelayScene, type RelayScene } from './relay-scene';

/** One composed answer per format, so that the tests also run without the recordings. */
const composed: Recording[] = [
  {
    name: 'composed/chat',
    form: 'openai',
    whole: {
      id: 'a',
      choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 4, completion_tokens: 1, total_tokens: 5 },
    },
  },
  {
    name: 'composed/messages',
    form: 'anthropic',
    whole: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'ok' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 4, output_tokens: 1 },
    },
  },
];
/** A recording, and the words in a prompt that select it. */
export interface Replayed extends Recording {
  readonly mark: string;
}

/** Recordings with their prompts; the composed ones come first. */
export function replayed(recordings: readonly Recording[]): readonly Replayed[] {
  return [...composed, ...recordings].map((recording, index) => ({ ...recording, mark: `recording ${index}.` }));
}

/** A text in a prompt that asks for a stream in small pieces. */
export const CUT = 'In pieces.';
const PIECE_BYTES = 211;

/** The model that a caller names for each format; the pro models exist only in the Responses API. */
export const MODEL_OF: Readonly<Record<RecordedForm, string>> = {
  openai: 'recorded-chat',
  anthropic: 'recorded-messages',
  gemini: 'recorded-content',
  cohere: 'recorded-cohere',
  responses: 'gpt-5-pro',
};

/** A gateway in front of an upstream that responds to each prompt with the recording that the prompt selects. */
export async function startRecordedScene(all: readonly Replayed[]): Promise<RelayScene> {
  const scene = await startRelayScene({ environment: { STREAM_HEARTBEAT_SECONDS: '0' } });
  const { url } = scene.upstream;
  // The price is so low that a thousand long responses do not exhaust the balance.
  await scene.app.make.option('ModelRatio', Object.fromEntries(Object.values(MODEL_OF).map(model => [model, 0.001])));
  const channels = [
    { type: 8, base_url: `${url}/v1/chat/completions`, models: MODEL_OF.openai },
    { type: 14, base_url: url, models: MODEL_OF.anthropic },
    { type: 24, base_url: url, models: MODEL_OF.gemini },
    { type: 34, base_url: url, models: MODEL_OF.cohere },
    { type: 1, base_url: url, models: MODEL_OF.responses },
  ];
  for (const channel of channels) await scene.app.make.channel(channel);
  scene.upstream.script(call => {
    const asked = call.rawBody.toString();
    const recording = all.find(({ mark }) => asked.includes(mark));
    return recording ? served(recording, asked.includes(CUT) ? PIECE_BYTES : undefined) : null;
  });
  return scene;
}
