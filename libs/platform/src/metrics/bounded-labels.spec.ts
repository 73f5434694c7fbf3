import { BoundedLabels, PAIRS_MAX } from './bounded-labels';

describe('labels', () => {
  it('name channel and model, always by the same object', () => {
    const labels = new BoundedLabels();
    expect(labels.of(7, 'gpt-4o')).toEqual({ channel: '7', model: 'gpt-4o' });
    expect(labels.of(7, 'gpt-4o')).toBe(labels.of(7, 'gpt-4o'));
  });

  it('call models "other" beyond the limit, and keep those that are known', () => {
    const labels = new BoundedLabels();
    for (let at = 0; at < PAIRS_MAX; at++) labels.of(1, `model-${at}`);
    expect(labels.of(1, 'one-more')).toEqual({ channel: '1', model: 'other' });
    expect(labels.of(2, 'one-more')).toEqual({ channel: 'other', model: 'other' });
    expect(labels.of(1, `model-${PAIRS_MAX - 1}`)).toEqual({ channel: '1', model: `model-${PAIRS_MAX - 1}` });
  });

  it('call channels "other" beyond the limit', () => {
    const labels = new BoundedLabels();
    for (let id = 1; id <= 200; id++) labels.of(id, 'm');
    expect(labels.of(200, 'm')).toEqual({ channel: '200', model: 'm' });
    expect(labels.of(201, 'm')).toEqual({ channel: 'other', model: 'other' });
    expect(labels.of(200, 'n')).toEqual({ channel: '200', model: 'n' });
  });
});
