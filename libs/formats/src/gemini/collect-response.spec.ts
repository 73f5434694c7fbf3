import { ResponseCollector } from './collect-response';

function collected(...payloads: readonly unknown[]): unknown {
  const collector = new ResponseCollector();
  for (const payload of payloads) collector.add({ event: '', data: JSON.stringify(payload) });
  return collector.result();
}

function chunk(parts: readonly object[], candidate: object = {}, fields: object = {}) {
  return { candidates: [{ content: { role: 'model', parts }, ...candidate }], ...fields };
}

describe('collecting a stream of responses', () => {
  it('joins the pieces of thoughts and texts, and keeps all other parts and fields', () => {
    const call = { functionCall: { name: 'f', args: { a: 1 } } };
    const rating = [{ category: 'c', probability: 'LOW' }];
    const response = collected(
      chunk([{ text: 'h', thought: true }], { index: 0 }, { responseId: 'r', modelVersion: 'm', newField: [1] }),
      chunk([{ text: 'm', thought: true, thoughtSignature: 'S' }], {}, { usageMetadata: { promptTokenCount: 3 } }),
      chunk([{ text: 'Hel' }], { safetyRatings: rating, logprobsResult: { chosenCandidates: [{ token: 'Hel' }] } }),
      chunk([{ text: 'lo' }, call], { logprobsResult: { chosenCandidates: [{ token: 'lo' }] } }),
      chunk([{ text: '!', videoMetadata: { fps: 1 } }], { finishReason: 'STOP', groundingMetadata: { q: ['a'] } }),
      { usageMetadata: { trafficType: 'ON_DEMAND', candidatesTokenCount: 7 }, newField: null },
    );
    expect(response).toEqual({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { text: 'hm', thought: true, thoughtSignature: 'S' },
              { text: 'Hello' },
              call,
              { text: '!', videoMetadata: { fps: 1 } },
            ],
          },
          index: 0,
          finishReason: 'STOP',
          safetyRatings: rating,
          groundingMetadata: { q: ['a'] },
          logprobsResult: { chosenCandidates: [{ token: 'Hel' }, { token: 'lo' }] },
        },
      ],
      responseId: 'r',
      modelVersion: 'm',
      newField: [1],
      usageMetadata: { promptTokenCount: 3, trafficType: 'ON_DEMAND', candidatesTokenCount: 7 },
    });
  });

  it('keeps candidates apart, and reads lists of responses', () => {
    const first = { candidates: [{ index: 1, content: { parts: [{ text: 'b' }] } }] };
    const second = { candidates: [{ index: 0, content: { parts: [{ text: 'a' }] } }] };
    expect(collected([first, second])).toMatchObject({
      candidates: [
        { index: 0, content: { parts: [{ text: 'a' }] } },
        { index: 1, content: { parts: [{ text: 'b' }] } },
      ],
    });
  });

  it('does not join a text to one that is closed by a signature', () => {
    const response = collected(chunk([{ text: 'a', thoughtSignature: 'S' }]), chunk([{ text: 'b' }]));
    expect(response).toMatchObject({
      candidates: [{ content: { parts: [{ text: 'a', thoughtSignature: 'S' }, { text: 'b' }] } }],
    });
  });

  it('keeps the reason for a refused prompt', () => {
    expect(collected({ promptFeedback: { blockReason: 'SAFETY' } })).toEqual({
      promptFeedback: { blockReason: 'SAFETY' },
    });
  });

  it('yields null for nothing', () => {
    expect(collected('a', null, [])).toBeNull();
  });
});
