import { DroppedFields } from '../canonical/dropped-fields';
import { type WireFormat } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { chatFormats } from '../chat-formats';

/** All fields that are dropped on the way into the chat format. */
function lostOnTheWay(caller: WireFormat, body: JsonObject): readonly string[] {
  const call = chatFormats[caller].readCall(body);
  const dropped = new DroppedFields(call.extraFields);
  chatFormats.openai.writeCall(call, { model: 'gpt-4o', isStream: false }, dropped);
  return dropped.list;
}

describe('fields without a place in the chat format', () => {
  it.each<[string, WireFormat, JsonObject]>([
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
  ])('are named: %s of a caller of the %s format', (name, caller, body) => {
    expect(lostOnTheWay(caller, body)).toEqual([name]);
  });

  it('do not include a voice alone, which is kept', () => {
    const speechConfig = { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'v' } } };
    expect(lostOnTheWay('gemini', { contents: 'a', generationConfig: { speechConfig } })).toEqual([]);
  });
});

describe('a request to store the answer', () => {
  const bodies: readonly (readonly [WireFormat, JsonObject])[] = [
    ['responses', { input: 'hi', store: true, metadata: { a: 'b' } }],
    ['gemini', { contents: 'hi', store: true }],
  ];

  it.each(bodies)('is dropped for a caller of the %s format', (format, body) => {
    const call = chatFormats[format].readCall(body);
    const dropped = new DroppedFields(call.extraFields);
    const written = chatFormats.openai.writeCall(call, { model: 'gpt-4o', isStream: false }, dropped);
    expect(written).not.toHaveProperty('store');
    expect(written).not.toHaveProperty('metadata');
    expect(dropped.list).toContain('store');
  });

  it.each(bodies)('is kept when it says no, for a caller of the %s format', (format, body) => {
    const call = chatFormats[format].readCall({ ...body, store: false });
    const written = chatFormats.openai.writeCall(call, { model: 'gpt-4o', isStream: false }, new DroppedFields());
    expect(written).toHaveProperty('store', false);
    expect(call.extraFields).toEqual([]);
  });
});
