import { type modelColor as colorOf } from './model-colors';

describe('the colour of a model', () => {
  let modelColor: typeof colorOf;
  // The colours of a visit belong to the window, and other tests have shown models, too.
  beforeEach(() =>
    jest.isolateModules(() => {
      ({ modelColor } = jest.requireActual<{ modelColor: typeof colorOf }>('./model-colors'));
    }),
  );
  const models = Array.from({ length: 12 }, (_, at) => `model-${at}`);

  it('stays the same, whatever is shown beside it', () => {
    const first = modelColor('model-5');
    for (const model of models) modelColor(model);
    expect(modelColor('model-5')).toBe(first);
  });

  it('is another one for each of twelve models', () => {
    expect(new Set(models.map(modelColor)).size).toBe(12);
  });

  it('exists for any number of models', () => {
    for (const model of models) modelColor(model);
    expect(modelColor('one more')).toMatch(/^var\(--chart-model-\d+\)$/);
  });
});
