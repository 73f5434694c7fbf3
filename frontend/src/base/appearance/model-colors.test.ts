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
    const first = modelColor('model-5', 'light');
    for (const model of models) modelColor(model, 'light');
    expect(modelColor('model-5', 'light')).toBe(first);
  });

  it('is another one for each of twelve models, in both themes', () => {
    for (const theme of ['light', 'dark'] as const) {
      expect(new Set(models.map(model => modelColor(model, theme))).size).toBe(12);
    }
  });

  it('exists for any number of models', () => {
    expect(modelColor('one more', 'dark')).toMatch(/^#[0-9a-f]{6}$/);
  });
});
