import { chatFormats, DroppedFields, type ChatCall, type WireFormat } from '@formats';
import { json } from '../../apps/mock-upstream/src/index';
import { MODEL_OF, CUT, replayed, startRecordedScene } from '../support/scenes/recorded-scene';
import { type RelayScene } from '../support/scenes/relay-scene';
import {
  answerIn,
  answerOf,
  chatRecordings,
  essence,
  isRefusal,
  type RecordedForm,
  type Recording,
} from '../support/inputs/recordings';
import { callerFormats } from '../support/fakes/provider-wires';

const recordings = chatRecordings();
const answers = recordings.filter(recording => !isRefusal(recording));
const callers = Object.keys(callerFormats) as WireFormat[];

const all = replayed(answers);

function question(text: string): ChatCall {
  return {
    messages: [{ role: 'user', blocks: [{ type: 'text', text }] }],
    tools: [],
    settings: { maxTokens: 30_000, reasoning: { effort: 'high', isShown: true, summary: 'auto' } },
    extraFields: [],
  };
}

let scene: RelayScene;
beforeAll(async () => (scene = await startRecordedScene(all)));
afterAll(() => scene.close());

async function ask(caller: WireFormat, model: string, text: string, isStream: boolean) {
  const dropped = new DroppedFields();
  const body = chatFormats[caller].writeCall(question(text), { model, isStream }, dropped);
  const response = await scene.post(callerFormats[caller].path(model, isStream), {
    ...body,
    ...wants(caller, isStream),
  });
  return { status: response.status, text: await response.text() };
}

/** The fields with which a caller requests everything that an answer can hold. */
function wants(caller: WireFormat, isStream: boolean): object {
  if (caller === 'gemini') return { generationConfig: { thinkingConfig: { includeThoughts: true } } };
  return caller === 'openai' && isStream ? { stream_options: { include_usage: true } } : {};
}

/**
 * What a caller of the Responses format gets who asked for one answer: the response object that ends the stream. Some
 * recordings have shortened texts in the events before it. Undefined for all other recordings.
 */
function endOf({ form, payloads = [] }: Recording) {
  const last = form === 'responses' ? (JSON.parse(payloads.at(-1) ?? '{}') as { response?: unknown }) : {};
  return last.response && essence(chatFormats.responses.readAnswer(last.response));
}

describe('recorded answers, as callers of every format get them', () => {
  it.each(all)('$name has the same content in all of them', async recording => {
    const direct = essence(answerOf(recording));
    // When the provider reported no usage, or zeros instead of counting, callers get the gateway's own count.
    const isCountedHere = direct.usage === null || direct.usage.prompt + direct.usage.completion === 0;
    // Both as recorded and the other way: an answer that must become a stream, or a stream that must become an answer.
    const isLong = (recording.payloads?.length ?? 0) > 150;
    const ways = isLong ? (['stream'] as const) : (['stream', 'stream in pieces', 'whole'] as const);
    const asked = callers.flatMap(caller => ways.map(way => ({ caller, way })));
    const received = await Promise.all(
      asked.map(async ({ caller, way }) => {
        const isStream = way !== 'whole';
        const text = way === 'stream in pieces' ? `${recording.mark} ${CUT}` : recording.mark;
        const response = await ask(caller, MODEL_OF[recording.form], text, isStream);
        if (response.status !== 200) return { caller, way, ...response };
        const answer = essence(answerIn(chatFormats[caller], response.text, isStream));
        return { caller, way, ...answer, usage: isCountedHere ? direct.usage : answer.usage };
      }),
    );
    const end = endOf(recording) ?? direct;
    const isCollected = ({ caller, way }: (typeof asked)[number]) => caller === 'responses' && way === 'whole';
    expect(received).toEqual(asked.map(each => ({ ...each, ...(isCollected(each) ? end : direct) })));
  });
});

const COMPOSED_REFUSAL: Recording = {
  name: 'composed/chat-error',
  form: 'openai',
  whole: { error: { message: 'no such thing', type: 'invalid_request_error', param: null, code: null } },
};
const refusals = [COMPOSED_REFUSAL, ...recordings.filter(isRefusal)];
const cases = refusals.flatMap((refusal, index) => callers.map(caller => ({ ...refusal, index, caller })));

describe('recorded refusals, as callers of every format get them', () => {
  it.each(cases)('$name for $caller', async ({ name, form, whole, index, caller }) => {
    // Each refusal has a channel of its own, because some of them make a channel rest.
    const status = /429|openai-error/.test(name) ? 429 : 400;
    const model = `refused-${index}-${caller}`;
    await scene.app.make.channel({ type: form === 'gemini' ? 24 : 8, base_url: addressOf(form), models: model });
    await scene.app.make.option('ModelRatio', JSON.stringify({ [model]: 1 }));
    scene.upstream.script(({ rawBody, path }) =>
      `${rawBody.toString()}${path}`.includes(model) ? json(whole, { status }) : null,
    );
    const given = (whole as { error: { message: string } }).error.message;
    for (const isStream of [false, true]) {
      const answer = await ask(caller, model, 'refuse', isStream);
      const error = chatFormats[caller].signs.errorOf(JSON.parse(answer.text));
      expect({ status: answer.status, message: error?.message }).toEqual({
        status,
        // A rate limit upstream is due to the gateway's load, not to the caller, so the message is the gateway's own.
        message: status === 429 ? expect.any(String) : expect.stringContaining(given.slice(0, 20)),
      });
    }
  });
});

function addressOf(form: RecordedForm): string {
  return scene.upstream.url + (form === 'gemini' ? '' : '/v1/chat/completions');
}
