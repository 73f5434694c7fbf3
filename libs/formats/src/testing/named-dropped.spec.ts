import { DroppedFields } from '../canonical/dropped-fields';
import { type WireFormat } from '../canonical/chat';
import { type UnknownRecord } from '../json/read-value';
import { chatFormats } from '../chat-formats';

/** Everything that gets lost on the way into the chat form. */
function lostOnTheWay(caller: WireFormat, body: UnknownRecord): readonly string[] {
  const call = chatFormats[caller].readCall(body);
  const dropped = new DroppedFields(call.extraFields);
  chatFormats.openai.writeCall(call, { model: 'gpt-4o', isStream: false }, dropped);
  return dropped.list;
}

describe('what vanishes quietly elsewhere is named', () => {
  it.each<[string, WireFormat, UnknownRecord]>([
    [
      'message.annotations',
      'responses',
      {
        input: [
          {
            role: 'assistant',
            content: [{ type: 'output_text', text: 'a', annotations: [{ type: 'file_citation', file_id: 'f' }] }],
          },
        ],
      },
    ],
    [
      'generationConfig.speechConfig',
      'gemini',
      {
        contents: 'a',
        generationConfig: {
          speechConfig: { languageCode: 'de-DE', voiceConfig: { prebuiltVoiceConfig: { voiceName: 'v' } } },
        },
      },
    ],
    [
      'message.inlineData.displayName',
      'gemini',
      { contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==', displayName: 'n' } }] }] },
    ],
    [
      'message.filename',
      'anthropic',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'document', title: 't', source: { type: 'text', media_type: 'text/plain', data: 'd' } }],
          },
        ],
      },
    ],
  ])('%s of a caller of %s', (name, caller, body) => {
    expect(lostOnTheWay(caller, body)).toEqual([name]);
  });

  it('a voice alone is carried', () => {
    const speechConfig = { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'v' } } };
    expect(lostOnTheWay('gemini', { contents: 'a', generationConfig: { speechConfig } })).toEqual([]);
  });
});

describe('a request to store the answer', () => {
  const bodies: readonly (readonly [WireFormat, UnknownRecord])[] = [
    ['responses', { input: 'hi', store: true, metadata: { a: 'b' } }],
    ['gemini', { contents: 'hi', store: true }],
  ];

  it.each(bodies)('does not become one of the chat form for a caller of %s', (format, body) => {
    const call = chatFormats[format].readCall(body);
    const dropped = new DroppedFields(call.extraFields);
    const written = chatFormats.openai.writeCall(call, { model: 'gpt-4o', isStream: false }, dropped);
    expect(written).not.toHaveProperty('store');
    expect(written).not.toHaveProperty('metadata');
    expect(dropped.list).toContain('store');
  });

  it.each(bodies)('is carried when it is none, for a caller of %s', (format, body) => {
    const call = chatFormats[format].readCall({ ...body, store: false });
    const written = chatFormats.openai.writeCall(call, { model: 'gpt-4o', isStream: false }, new DroppedFields());
    expect(written).toHaveProperty('store', false);
    expect(call.extraFields).toEqual([]);
  });
});
